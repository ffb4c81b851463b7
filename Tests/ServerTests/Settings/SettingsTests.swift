import AppStore
import Foundation
import Intake
import Ledger
import Testing

@testable import Server

struct SettingsTests {
  @Test func `flags go before environment, environment before file`() throws {
    let settings = try Settings(
      flags: [.httpPort: "1"],
      environment: ["DAICHO_HTTP_PORT": "2", "DAICHO_HTTP_HOST": "::1", "DAICHO_HOME": ""],
      file: [.httpPort: "3", .httpHost: "0.0.0.0", .home: "/var/daicho"])
    #expect(settings.httpPort == 1)
    #expect(settings.httpHost == "::1")
    #expect(settings.home == "/var/daicho")
  }

  @Test func `what is not set has a default`() throws {
    let settings = try Settings()
    #expect(settings.databaseURL == nil)
    #expect(settings.home == ".daicho")
    #expect(settings.httpHost == "127.0.0.1")
    #expect(settings.httpPort == 8080)
    #expect(settings.httpConnections == nil)
    #expect(settings.trustRoots.isEmpty)
  }

  @Test func `a wrong value is reported by its key and never shown`() {
    let error = #expect(throws: SettingsError.self) {
      try Settings(environment: ["DATABASE_URL": "mysql://user:secret@host/db"])
    }
    #expect("\(error!)" == "DATABASE_URL must begin with postgresql://")
  }

  @Test func `revoked certificates are asked about, or refused by number, on request`() throws {
    let none = try Settings()
    #expect(!none.asksIssuers && none.refusedSerials.isEmpty)
    let some = try Settings(
      environment: ["DAICHO_OCSP": "on", "DAICHO_REFUSED_SERIALS": "3B7E80, ab:0c"])
    #expect(some.asksIssuers)
    #expect(
      some.refusedSerials == Set(["3b7e80", "AB0C"].compactMap(CertificateSerial.init)))
    for (key, value, said) in [
      ("DAICHO_OCSP", "yes", "DAICHO_OCSP must be on or off"),
      (
        "DAICHO_REFUSED_SERIALS", "AB0C,Apple",
        "DAICHO_REFUSED_SERIALS must hold serial numbers of certificates, as "
          + "`openssl x509 -serial` prints them"
      ),
    ] {
      let error = #expect(throws: SettingsError.self) { try Settings(environment: [key: value]) }
      #expect("\(error!)" == said)
    }
  }

  @Test(arguments: ["9", "0", "-33", "many", "15.5"])
  func `sessions of the database are shared out among the parts`(text: String) throws {
    let shares = [10: (4, 2), 13: (6, 3), 33: (20, 9), 100: (64, 32)]
    for (total, (shared, lookups)) in shares {
      let sessions = try Settings(environment: ["DAICHO_DB_CONNECTIONS": "\(total)"])
        .databaseSessions
      #expect(sessions.shared == shared && sessions.lookups == lookups, "\(total)")
    }
    #expect(try Settings().databaseSessions.total == 33)
    let error = #expect(throws: SettingsError.self) {
      try Settings(environment: ["DAICHO_DB_CONNECTIONS": text])
    }
    #expect("\(error!)" == "DAICHO_DB_CONNECTIONS must be a whole number from 10")
  }

  @Test(arguments: [(33, "ok"), (32, "fail")])
  func `a database with too few places is a failure`(places: Int, verdict: String) {
    let finding = DatabaseSessions().finding(amongPlaces: places)
    #expect(finding.verdict.rawValue == verdict)
    #expect(finding.found == "a server opens 33 at most, of the database's \(places)")
    let wide = DatabaseSessions().finding(amongPlaces: places, ofLogin: 33, ofDatabase: 33)
    #expect(wide == finding)
  }

  @Test(
    arguments: [
      (0, nil, "the login's 0", "`alter role LOGIN connection limit -1`"),
      (nil, 32, "this one database's 32", "`alter database NAME connection limit -1`"),
      (
        1, 2, "the login's 1 and this one database's 2",
        "LOGIN connection limit -1` and raise it by"
      ),
    ] as [(Int?, Int?, String, String)])
  func `a limit below the sessions of a server is a failure with both ways out`(
    login: Int?, database: Int?, names: String, remedy: String
  ) {
    let finding = DatabaseSessions().finding(
      amongPlaces: 97, ofLogin: login, ofDatabase: database)
    #expect(finding.verdict == .fail)
    #expect(finding.found == "a server opens 33 at most, of \(names)")
    #expect(finding.remedy?.contains(remedy) == true)
    #expect(finding.remedy?.contains("lower DAICHO_DB_CONNECTIONS, which is 10 at least") == true)
  }

  @Test(arguments: ["0", "-1", "many", "1.5"])
  func `a maximum of connections is a whole number from 1`(text: String) throws {
    #expect(try Settings(environment: ["DAICHO_HTTP_CONNECTIONS": "500"]).httpConnections == 500)
    let error = #expect(throws: SettingsError.self) {
      try Settings(environment: ["DAICHO_HTTP_CONNECTIONS": text])
    }
    #expect("\(error!)" == "DAICHO_HTTP_CONNECTIONS must be a whole number from 1")
  }

  @Test(arguments: ["0", "-1", "many", "1.5", "on", "1000001"])
  func `a rate of requests is a whole number from 1, or off`(text: String) throws {
    #expect(try Settings().httpRate == nil)
    #expect(try Settings(environment: ["DAICHO_HTTP_RATE": "off"]).httpRate == nil)
    #expect(try Settings(environment: ["DAICHO_HTTP_RATE": "50"]).httpRate == 50)
    let error = #expect(throws: SettingsError.self) {
      try Settings(environment: ["DAICHO_HTTP_RATE": text])
    }
    #expect(
      "\(error!)" == "DAICHO_HTTP_RATE must be off, or a whole number of requests a second from 1")
  }

  @Test(arguments: [
    "postgresql://", "postgres:///daicho?host=/run/postgresql", "postgresql://u@h/d",
    "postgresql://u:p%40%2Fq@h:5432/d?sslmode=require&connect_timeout=3",
    "postgresql://h1:1,h2:2,h3/d", "postgresql://[::1]:5432/d", "postgresql://[::1]/d",
    "postgresql://%2Frun%2Fpostgresql/d",
  ])
  func `a database's URL may take each of its forms`(url: String) throws {
    #expect(try Settings(environment: ["DATABASE_URL": url]).databaseURL == url)
  }

  @Test(arguments: [
    "postgresql://u:se%cret@h/d", "postgresql://u:secret@h:port/d", "postgresql://u:secret@h:0/d",
    "postgresql://u:se@cret@h/d", "postgresql://u:se/cret@h/d", "postgresql://u:secret@[::1/d",
    "postgresql://u:secret@h:70000/d", "postgresql://u:secret@h/d?sslmode",
    "postgresql://u:secret@h:1:2/d", "postgresql://u:secret@[::1]x/d",
  ])
  func `a malformed URL of a database is reported by its key`(url: String) {
    let error = #expect(throws: SettingsError.self) {
      try Settings(environment: ["DATABASE_URL": url])
    }
    #expect("\(error!)".hasPrefix("DATABASE_URL is malformed: write postgresql://"))
    #expect(!"\(error!)".contains("cret"))
  }

  @Test func `a list of files may have space around its commas`() throws {
    let settings = try Settings(environment: ["DAICHO_TRUST_ROOTS": " a.pem, b c.pem ,,"])
    #expect(settings.trustRoots.map(\.path) == ["a.pem", "b c.pem"])
  }

  @Test(arguments: [
    (#"{"DAICHO_HTTP_PORT": 9000, "DAICHO_HOME": "/x"}"#, nil),
    (#"{"DAICHO_PORT": 1}"#, "daicho.json: DAICHO_PORT is no setting; there are "),
    ("{\n  \"DAICHO_HOME\": true\n}", "daicho.json:2: must be a JSON object"),
    ("{\n  \"DAICHO_HOME\": \"a\",,\n}", "daicho.json:2: this is not JSON"),
    ("{\"DAICHO_HTTP_PORT\":\n 1.5}", "daicho.json:1: must be a JSON object of strings and whole"),
    (
      "{\"DAICHO_HOME\":\"a\",\n\"DAICHO_HOME\":\"b\"}",
      "daicho.json:2: `DAICHO_HOME` is given twice"
    ),
  ])
  func `a file of settings is read, or its error located`(
    text: String, problem: String?
  ) {
    do throws(SettingsError) {
      let settings = try SettingsFile.parse(Array(text.utf8), path: "daicho.json")
      #expect(problem == nil)
      #expect(settings == [.httpPort: "9000", .home: "/x"])
    } catch {
      #expect("\(error)".hasPrefix(problem ?? "no problem"), "\(error)")
    }
  }
}

struct AppsFileTests {
  @Test func `an app may have a root of Xcode, which counts for its receipts alone`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (root, apps) = (folder.appending(path: "root.der"), folder.appending(path: "apps.json"))
    try Data(RootCertificate.appleRSA.der).write(to: root)
    try Data(
      #"[{"bundleId": "a", "xcodeRootFile": "\#(root.path)"}, {"bundleId": "b"}]"#.utf8
    ).write(to: apps)
    let trust = try TrustedFiles(
      Settings(flags: [.apps: apps.path], environment: [:], file: [:]))
    #expect(trust.receiptRoots.map(\.app) == [nil, "a"])
    #expect(trust.receiptRoots.last?.environments == .only(["Xcode"]))
    #expect(trust.roots.map(\.app) == [nil])

    try Data("no certificate".utf8).write(to: root)
    #expect(throws: SettingsError.self) {
      try TrustedFiles(Settings(flags: [.apps: apps.path], environment: [:], file: [:]))
    }
  }

  @Test func `apps are read with their defaults`() throws {
    let text = #"[{"bundleId":"a","appAppleId":7,"environments":["Xcode"]},{"bundleId":"b"}]"#
    #expect(
      try AppsFile.parse(Array(text.utf8), path: "apps.json") == [
        ConfiguredApp(bundleID: "a", appAppleID: 7, environments: [.xcode]),
        ConfiguredApp(bundleID: "b", appAppleID: nil, environments: [.production, .sandbox]),
      ])
  }

  @Test(arguments: [
    ("[\n{\"bundleId\": \"a\"},\n{\"appAppleId\": 7}\n]", "apps.json:3: `bundleId` is missing"),
    ("[{\n\"bundleId\": 7}]", "apps.json:2: `bundleId` must be a string"),
    (
      "[{\"bundleId\":\"a\",\n\n\"appAppleId\":\"7\"}]",
      "apps.json:3: `appAppleId` must be a whole number"
    ),
    (
      "[{\"bundleId\":\"a\",\n\"bundelId\":\"b\"}]", "apps.json:2: `bundelId` is no field of an app"
    ),
    (
      "[{\"bundleId\":\"a\",\n\"environments\":[\"production\"]}]",
      "apps.json:2: `environments` must list some of Production"
    ),
    ("[\n{\"bundleId\":\"a\"]", "apps.json:2: this is not JSON"),
    ("{}", "apps.json: this must be a list"),
    ("[]", "apps.json: must name at least one app"),
    ("[{\"bundleId\":\"a\"},{\"bundleId\":\"a\"}]", "apps.json: names a `bundleId` twice"),
    ("[{\"bundleId\":\"a\",\n\"bundleId\":\"b\"}]", "apps.json:2: `bundleId` is given twice"),
    ("[{\"bundleId\":\"a\"}\n,]", "apps.json:2: this is not JSON"),
    ("[{\"bundleId\":\"a\",\n}]", "apps.json:2: this is not JSON"),
    (
      "[{\"bundleId\":\"a\",\n\"privateKeyFile\":5}]",
      "apps.json:2: `privateKeyFile` must be a string"
    ),
    (
      "[{\"bundleId\":\"a\",\n\"environments\":[1]}]",
      "apps.json:2: what `environments` lists must be a string"
    ),
    (
      "[{\"bundleId\":\"a\",\n\"link\":{\"policy\":\"mine\"}}]",
      "apps.json:2: `policy` must be one of firstWins, transfer, share"
    ),
    (
      "[{\"bundleId\":\"a\",\n\"link\":{\"policy\":\"transfer\",\n\"coolDownDays\":1.5}}]",
      "apps.json:3: `coolDownDays` must be a whole number from 0 to 3650"
    ),
    (
      "[{\"bundleId\":\"a\",\"link\":{\"policy\":\"share\",\n\"coolDownDays\":1}}]",
      "apps.json:2: `coolDownDays` belongs to the policy transfer alone"
    ),
    ("\u{0}\u{1}", "apps.json:1: this is not JSON"),
  ])
  func `an error is reported by line and field`(text: String, problem: String) {
    let error = #expect(throws: SettingsError.self) {
      try AppsFile.parse(Array(text.utf8), path: "apps.json")
    }
    #expect("\(error!)".hasPrefix(problem), "\(error!)")
  }

  @Test(arguments: [
    (#"{"policy":"firstWins"}"#, LinkPolicy.firstWins), (#"{"policy":"share"}"#, .share),
    (#"{"policy":"transfer"}"#, .transfer(coolDown: .seconds(86_400))),
    (#"{"policy":"transfer","coolDownDays":0}"#, .transfer(coolDown: .zero)),
  ])
  func `an app says what becomes of claims on another's purchase`(
    link: String, policy: LinkPolicy
  ) throws {
    let text = #"[{"bundleId":"a","link":\#(link)}]"#
    #expect(try AppsFile.parse(Array(text.utf8), path: "apps.json").map(\.link) == [policy])
  }

  @Test(arguments: ["1e400", "99999999999999999999", "1.5", "-1e20"])
  func `a number that is no whole one is reported by line and field`(number: String) {
    let error = #expect(throws: SettingsError.self) {
      try AppsFile.parse(
        Array("[{\"bundleId\":\"a\",\n\"appAppleId\":\(number)}]".utf8), path: "apps.json")
    }
    #expect("\(error!)" == "apps.json:2: `appAppleId` must be a whole number")
  }

  @Test(arguments: ["[", "[{\"a\":", "{\"bundleId\":"])
  func `what is nested without end is rejected, not followed`(cutOver: String) {
    let text = "\n" + String(repeating: cutOver, count: 100_000)
    let error = #expect(throws: SettingsError.self) {
      try AppsFile.parse(Array(text.utf8), path: "apps.json")
    }
    #expect("\(error!)" == "apps.json:2: this is nested more than 512 deep")
  }

  @Test func `a byte order mark does no harm`() throws {
    let text = "\u{FEFF}[{\"bundleId\":\"a\"}]"
    #expect(try AppsFile.parse(Array(text.utf8), path: "apps.json").map(\.bundleID) == ["a"])
  }
}
