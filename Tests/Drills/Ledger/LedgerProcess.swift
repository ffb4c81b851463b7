import AppStoreSimulator
import Foundation
import Postgres

/// A `daicho` to be killed, with its own embedded PostgreSQL or a shared one.
struct LedgerProcess: Sendable {
  let binary: URL
  let home: URL
  let port: Int
  /// The shared database, or nil if the ledger has its own.
  var shared: (any SharedDatabase)?
  /// The most sessions that the ledger opens, or nil for its default.
  var sessions: Int?
  /// Further variables of the environment.
  var environment: [String: String] = [:]

  /// Writes the configuration of the process.
  ///
  /// - Parameters:
  ///   - store: the Server API that the ledger may ask, or nil for none.
  ///   - older: the access to Apple's older sources, or nil for none.
  func prepare(
    bundleID: String, appAppleID: Int64, rootCertificatePEM: String,
    asking store: StoreAccess? = nil, accepting older: OlderSourcesAccess? = nil
  ) throws {
    struct App: Encodable {
      let bundleId: String, appAppleId: Int64, environments = ["Production"]
      let issuerId: String?, keyId: String?, privateKeyFile: String?, serverApiUrl: String?
      let serverApiSharePercent: Int?
      let finish: String?
      let sharedSecretFile: String?, verifyReceiptUrl: String?
    }
    let secretFile = file("shared-secret")
    let keyFile = file("store.p8")
    let app = App(
      bundleId: bundleID, appAppleId: appAppleID, issuerId: store?.key.issuerID,
      keyId: store?.key.keyID, privateKeyFile: store.map { _ in keyFile.path },
      serverApiUrl: store?.url, serverApiSharePercent: store?.sharePercent,
      finish: store?.finishes == true ? "acknowledged" : nil,
      sharedSecretFile: older?.sharedSecret.map { _ in secretFile.path },
      verifyReceiptUrl: older?.verifyReceiptURL)
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    try store.map { try Data($0.key.privateKeyPEM.utf8).write(to: keyFile) }
    try JSONEncoder().encode([app]).write(to: file("apps.json"))
    try Data(rootCertificatePEM.utf8).write(to: file("root.pem"))
    try older?.sharedSecret.map { try Data($0.utf8).write(to: secretFile) }
    try older?.rootCertificatePEM.map { try Data($0.utf8).write(to: receiptRoot) }
  }

  var url: String { "http://127.0.0.1:\(port)" }

  /// The folder of the embedded PostgreSQL.
  private var ledgerHome: URL { home.appending(path: "ledger") }

  /// Starts a ledger. Nothing may listen on the port.
  ///
  /// - Parameter parts: the parts of the ledger, as `serve --only` names them; nil for all.
  func serve(only parts: String? = nil) async throws -> ChildProcess {
    guard !LocalPort(number: port).isTaken else {
      throw BrokenDrill("another process listens on port \(port)")
    }
    return try await run(["serve"] + (parts.map { ["--only", $0] } ?? []), log: file("serve.log"))
  }

  /// Runs a command to its end, and adds its output to the log of commands.
  func command(_ words: String..., atMost longest: Duration = Patience.longest) async throws {
    let code = try await code(of: words, atMost: longest)
    guard code == 0 else {
      throw BrokenDrill(
        "daicho \(words.joined(separator: " ")) ended with \(code); see commands.log in \(home.path)"
      )
    }
  }

  /// Runs a command again until it succeeds: it fails while the database is away.
  func insist(on words: String...) async throws {
    try await Patience.wait(for: "daicho \(words.joined(separator: " ")) to succeed") {
      try await code(of: words) == 0
    }
  }

  /// Runs a command to its end. Returns the exit code.
  func code(
    of words: [String], atMost longest: Duration = Patience.longest
  ) async throws -> Int32 {
    try await run(words, log: file("commands.log"))
      .end(of: "daicho \(words.joined(separator: " "))", atMost: longest)
  }

  /// Creates a key with these scopes.
  func makeKey(scopes: String) async throws -> String {
    struct Key: Decodable { let key: String }
    let answer = try await answer(
      to: "keys", "create", "--name", "trial", "--scopes", scopes, "--json")
    guard let key = try? JSONDecoder().decode(Key.self, from: answer)
    else { throw BrokenDrill("no key was made") }  // the decoder's error would show the key
    return key.key
  }

  /// Returns the JSON that a command prints, however the command ends.
  func answer(to words: String...) async throws -> Data { try await ending(of: words).answer }

  /// Returns the JSON that a command prints. A command that fails, or takes longer, breaks the
  /// drill.
  func figures<Figures: Decodable>(
    _ type: Figures.Type, of words: String..., atMost longest: Duration
  ) async throws -> Figures {
    let (code, answer) = try await ending(of: words, atMost: longest)
    guard code == 0 else {
      let text = String(decoding: answer, as: UTF8.self)
      throw BrokenDrill("daicho \(words.joined(separator: " ")) ended with \(code): \(text)")
    }
    return try JSONDecoder().decode(type, from: answer)
  }

  private func ending(
    of words: [String], atMost longest: Duration = Patience.longest
  ) async throws -> (code: Int32, answer: Data) {
    let answer = file("answer.json")
    try Data().write(to: answer)
    let code = try await run(words, log: answer)
      .end(of: "daicho \(words.joined(separator: " "))", atMost: longest)
    let text = try String(contentsOf: answer, encoding: .utf8)
    return (code, Data(text[(text.firstIndex { "{[".contains($0) } ?? text.endIndex)...].utf8))
  }

  /// Lends a session with the ledger's database, as its owner. A PostgreSQL that was started for
  /// the session is stopped afterwards.
  func withDatabase<Answer: Sendable>(
    _ body: (Connection) async throws -> Answer
  ) async throws -> Answer {
    if let shared { return try await shared.withConnection(body) }
    let postgres = EmbeddedPostgres(home: ledgerHome)
    do {
      let connection = try await Connection.open(try await postgres.start())
      let answer: Answer
      do {
        answer = try await body(connection)
      } catch {
        await connection.close()
        throw error
      }
      await connection.close()
      await postgres.stop()
      return answer
    } catch {
      await postgres.stop()
      throw error
    }
  }

  /// Returns the one number that a statement selects from the ledger's database.
  func number(_ sql: String) async throws -> Int64 {
    try await withDatabase { connection in
      guard let row = try await connection.query(Statement(unsafeSQL: sql)).first else {
        throw BrokenDrill("the database counts nothing")
      }
      return try row.decode(Int64.self)
    }
  }

  /// The process of the PostgreSQL server, or nil while there is none.
  var postmaster: Int32? {
    let pidFile = ledgerHome.appending(path: "postgres/postmaster.pid")
    // The file does not exist while the server starts or is gone.
    guard let text = try? String(contentsOf: pidFile, encoding: .utf8) else { return nil }
    return text.split(separator: "\n").first.flatMap { Int32($0) }
  }

  /// Starts a command, whose output is added to a file.
  func run(_ words: [String], log: URL) async throws -> ChildProcess {
    var environment = ProcessInfo.processInfo.environment
    environment["DATABASE_URL"] = shared?.url
    environment["DAICHO_ENCRYPTION_KEY_FILE"] = shared?.masterKeyFile.path
    environment["DAICHO_HOME"] = ledgerHome.path
    environment["DAICHO_APPS"] = file("apps.json").path
    environment["DAICHO_TRUST_ROOTS"] = [file("root.pem"), receiptRoot]
      .filter { FileManager.default.fileExists(atPath: $0.path) }
      .map { "Production=\($0.path)" }.joined(separator: ",")
    environment["DAICHO_HTTP_PORT"] = String(port)
    environment["DAICHO_DB_CONNECTIONS"] = sessions.map(String.init)
    environment.merge(self.environment) { $1 }
    return try await .start(
      [binary.path] + words, environment: environment, output: try appending(to: log))
  }

  private func appending(to log: URL) throws -> FileHandle {
    if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
    let handle = try FileHandle(forWritingTo: log)
    try handle.seekToEnd()
    return handle
  }

  /// The root of app receipts, which exists if the ledger trusts receipts.
  private var receiptRoot: URL { file("receipt-root.pem") }

  private func file(_ name: String) -> URL { home.appending(path: name) }
}
