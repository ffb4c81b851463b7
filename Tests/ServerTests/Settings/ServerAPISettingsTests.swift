import AppStoreSimulator
import Foundation
import Hummingbird
import HummingbirdTesting
import Intake
import Ledger
import Testing

@testable import AppStore
@testable import Server

/// A folder with a key and a file of apps, for the time of a test.
private struct AppsFolder {
  let folder: URL
  let key = DeveloperKey()

  static func with(_ body: (AppsFolder) async throws -> Void) async throws {
    let apps = AppsFolder(
      folder: FileManager.default.temporaryDirectory.appending(path: "apps-\(UUID())"))
    try FileManager.default.createDirectory(at: apps.folder, withIntermediateDirectories: true)
    try Data(apps.key.privateKeyPEM.utf8).write(to: apps.folder.appending(path: "key.p8"))
    defer { try? FileManager.default.removeItem(at: apps.folder) }  // it is in a temporary place
    try await body(apps)
  }

  var keyFile: String { folder.appending(path: "key.p8").path }

  /// Returns the three fields that belong together.
  func keyFields(file: String? = nil, keyID: String? = nil) -> String {
    #""issuerId":"\#(key.issuerID)","keyId":"\#(keyID ?? key.keyID)","#
      + #""privateKeyFile":"\#(file ?? keyFile)""#
  }

  func settings(_ apps: String) throws -> Settings {
    let file = folder.appending(path: "apps.json")
    try Data(apps.utf8).write(to: file)
    return try Settings(flags: [.apps: file.path])
  }
}

struct ServerAPISettingsTests {
  @Test func `each app with a key has a client, and says what is sent to Apple`() async throws {
    try await AppsFolder.with { folder in
      let settings = try folder.settings(
        """
        [{"bundleId":"a",\(folder.keyFields()),"serverApiUrl":"http://127.0.0.1:8099",
          "serverApiSharePercent":100,"finish":"acknowledged",
          "consumption":{"answer":true,"sampleContentProvided":true,"refundPreference":"DECLINE"}},
         {"bundleId":"b",\(folder.keyFields()),"finish":"recorded","consumption":{"answer":false}},
         {"bundleId":"c","serverApiUrl":"https://api.storekit.apple.com"}]
        """)
      let trust = try TrustedFiles(settings)
      #expect(trust.serverAPIs.keys.sorted { $0.rawValue < $1.rawValue } == ["a", "b"])
      #expect(trust.serverAPIs["a"]?.bundleID == "a")
      #expect(trust.apps.map(\.finish) == [.acknowledged, .recorded, .off])
      #expect(
        trust.apps.map(\.consumption) == [
          ConsumptionPolicy(sampleContentProvided: true, refundPreference: .decline), nil, nil,
        ])
    }
  }

  @Test(arguments: [
    (#""issuerId":"i""#, "`keyId` is missing: `issuerId`, `keyId` and `privateKeyFile` are"),
    (#""issuerId":"i","keyId":"k""#, "`privateKeyFile` is missing: "),
    (#""keyId":"k","privateKeyFile":"f""#, "`issuerId` is missing: "),
    (#""issuerId":"i","keyId":"","privateKeyFile":"f""#, "`keyId` is missing: "),
    (#""serverApiUrl":"api.apple.com""#, "`serverApiUrl` must be as https://host"),
    (#""serverApiUrl":"https://u:secret@h""#, "`serverApiUrl` must be as https://host"),
    (#""serverApiUrl":"ftp://h""#, "`serverApiUrl` must be as https://host"),
    (#""serverApiUrl":"https://h?a=1""#, "`serverApiUrl` must be as https://host"),
    (#""serverApiUrl":7"#, "`serverApiUrl` must be an address, or an object with the addresses"),
    (#""serverApiUrl":{}"#, "`serverApiUrl` must be an address, or an object with the addresses"),
    (
      #""serverApiUrl":{"Moon":"https://h"}"#,
      "`Moon` is no field of `serverApiUrl`; there are Production, Sandbox"
    ),
    (#""serverApiUrl":{"Sandbox":7}"#, "`Sandbox` must be a string"),
    (
      #""serverApiUrl":{"Sandbox":"https://u:secret@h"}"#,
      "`Sandbox` of `serverApiUrl` must be as https://host"
    ),
    (
      #""environments":["Production"],"serverApiUrl":{"Sandbox":"https://h"}"#,
      "`serverApiUrl` names Sandbox, which is none of the app's `environments`: add it to them"
    ),
    (#""serverApiSharePercent":0"#, "`serverApiSharePercent` must be a whole number from 1 to 100"),
    (#""serverApiSharePercent":1.5"#, "`serverApiSharePercent` must be a whole number"),
    (#""finish":"now""#, "`finish` must be one of off, acknowledged, recorded"),
    (#""finish":"recorded""#, "`finish` needs Apple's Server API: give `issuerId`, `keyId` and"),
    (#""consumption":{}"#, "`answer` is missing"),
    (#""consumption":{"answer":true}"#, "`consumption` needs Apple's Server API"),
    (
      #""consumption":{"answer":true,"refundPreference":"ALL"}"#,
      "`refundPreference` must be one of DECLINE, GRANT_FULL, GRANT_PRORATED"
    ),
    (#""consumption":{"answer":true,"sample":true}"#, "`sample` is no field of `consumption`"),
  ])
  func `an error is reported by line and field, and no value is shown`(
    fields: String, problem: String
  ) {
    let text = "[{\"bundleId\":\"a\",\n\(fields)}]"
    let error = #expect(throws: SettingsError.self) {
      try AppsFile.parse(Array(text.utf8), path: "apps.json")
    }
    #expect("\(error!)".hasPrefix("apps.json:2: \(problem)"), "\(error!)")
    #expect(!"\(error!)".contains("secret"))
  }

  @Test func `a key that cannot be read stops at the start, by its path alone`() async throws {
    try await AppsFolder.with { folder in
      let missing = try folder.settings(#"[{"bundleId":"a",\#(folder.keyFields(file: "/no.p8"))}]"#)
      let first = #expect(throws: SettingsError.self) { try TrustedFiles(missing) }
      #expect("\(first!)" == "/no.p8: cannot be read: `privateKeyFile` names it in DAICHO_APPS")
      try Data("-----BEGIN PRIVATE KEY-----\nc2VjcmV0".utf8).write(
        to: URL(filePath: folder.keyFile))
      let wrong = try folder.settings(#"[{"bundleId":"a",\#(folder.keyFields())}]"#)
      let second = #expect(throws: SettingsError.self) { try TrustedFiles(wrong) }
      #expect("\(second!)".hasPrefix("\(folder.keyFile): holds no P-256 private key in PEM: "))
      #expect(!"\(second!)".contains("c2VjcmV0"))
    }
  }

  @Test func `the doctor says what is left undone without a key`() async throws {
    try await AppsFolder.with { folder in
      let settings = try folder.settings(#"[{"bundleId":"a"}]"#)
      let findings = await ServerAPIExamination(settings).findings()
      #expect(findings.map(\.verdict) == [.warn])
      #expect(findings[0].found == "there is no key: nothing is requested from Apple")
    }
  }

  @Test func `the doctor asks Apple whether the key is good`() async throws {
    try await AppsFolder.with { folder in
      try await Self.withStore(of: folder.key) { url in
        let good = await Self.findings(folder, folder.keyFields(), url)
        #expect(good.map(\.check) == ["Server API of com.example.game in Production"])
        #expect(good.map(\.verdict) == [.ok])
        let foreign = await Self.findings(folder, folder.keyFields(keyID: "2X9R4HXF34"), url)
        #expect(foreign.map(\.verdict) == [.fail])
        #expect(foreign.first?.remedy?.hasPrefix("compare issuerId, keyId") == true)
      }
    }
  }

  @Test func `each environment may have an address of its own`() async throws {
    try await AppsFolder.with { folder in
      try await Self.withStore(of: folder.key) { url in
        let settings = try folder.settings(
          #"[{"bundleId":"com.example.game",\#(folder.keyFields()),"#
            + #""serverApiUrl":{"Production":"\#(url)","Sandbox":"http://127.0.0.1:1"}}]"#)
        let findings = await ServerAPIExamination(settings).findings()
        #expect(findings.map(\.verdict) == [.ok, .fail])
        #expect(findings.last?.found == "http://127.0.0.1:1 cannot be reached")
      }
    }
  }

  @Test func `an environment that is left out keeps Apple's address`() async throws {
    try await AppsFolder.with { folder in
      let settings = try folder.settings(
        #"[{"bundleId":"a",\#(folder.keyFields()),"serverApiUrl":{"Sandbox":"http://h"}}]"#)
      let file = try #require(settings.appsFile)
      let entry = try #require(AppsFile.entries(file).first)
      let hosts = try #require(entry.serverAPI).hosts
      #expect(hosts.map(\.production) == AppleHosts.serverAPI.map(\.production))
      #expect(Set(hosts.map(\.sandbox)) == ["http://h"])
      #expect(
        AppleURLExamination(settings).findings().map(\.check) == ["serverApiUrl.Sandbox of a"])
    }
  }

  @Test func `without a way to Apple the doctor fails`() async throws {
    try await AppsFolder.with { folder in
      let findings = await Self.findings(folder, folder.keyFields(), "http://127.0.0.1:1")
      #expect(findings.map(\.verdict) == [.fail])
      #expect(findings.first?.found == "http://127.0.0.1:1 cannot be reached")
    }
  }

  @Test func `an app that one environment knows is not broken`() throws {
    let rejected = ServerAPIExamination.finding("a", try Self.rejection(), isKnown: true)
    #expect(rejected.verdict == .warn)
    #expect(ServerAPIExamination.finding("a", nil, isKnown: true).verdict == .ok)
    #expect(
      ServerAPIExamination.finding("a", try Self.rejection(), isKnown: false).verdict == .fail)
  }

  /// Returns the error of a rejected token.
  private static func rejection() throws -> ServerAPIError {
    ServerAPIError(ServerAPIAnswer(status: 401, retryAfter: nil, body: Data()), at: 0)
  }

  private static func findings(
    _ folder: AppsFolder, _ keyFields: String, _ url: String
  ) async -> [Finding] {
    do {
      let settings = try folder.settings(
        #"[{"bundleId":"com.example.game","environments":["Production","Xcode"],"#
          + #"\#(keyFields),"serverApiUrl":"\#(url)"}]"#)
      return await ServerAPIExamination(settings).findings()
    } catch {
      Issue.record(error)
      return []
    }
  }

  private static func withStore(
    of key: DeveloperKey, _ body: @escaping @Sendable (String) async throws -> Void
  ) async throws {
    let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 4_711)
    let now = Int64(Date.now.timeIntervalSince1970 * 1_000)
    let simulation = try Simulation(
      of: World(of: app, selling: .game, seed: 1, from: now), signedBy: SigningAuthority(),
      developerKey: key)
    let router = Router(context: StoreRequestContext.self)
    ServerAPI(of: simulation).addRoutes(to: router)
    try await Application(router: router).test(.live) { client in
      try await body("http://127.0.0.1:\(#require(client.port))")
    }
  }
}
