import AppStoreSimulator
import EventStore
import Foundation
import TestSupport
import Testing

/// The end of the program as its caller sees it.
struct ProcessTests {
  private struct Ending: Equatable {
    let code: Int32
    let errors: String
  }

  /// Runs `daicho` with words as a shell reads them, and reads its standard error.
  private func daicho(
    _ words: String, environment: [String: String] = [:]
  ) async throws -> Ending {
    let built = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let errors = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [
      "-c", "set -o pipefail; \"$0\" \(words)", built.appending(path: "daicho").path,
    ]
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    return Ending(code: process.terminationStatus, errors: String(decoding: text, as: UTF8.self))
  }

  @Test(arguments: ["--help > /dev/full", "--help >&-"])
  func `output that cannot be delivered is a failure`(words: String) async throws {
    let sentence = "Error: the output could not be written to standard output\n"
    #expect(try await daicho(words) == Ending(code: 1, errors: sentence))
  }

  @Test func `a report that is none ends as wrong usage`() async throws {
    let ending = try await daicho("report tenure --lapsing 0")
    #expect(ending.code == 2)
    #expect(ending.errors.hasPrefix("Error: --lapsing"))
  }

  @Test(arguments: ["nope 2> /dev/full", "nope 2>&-"])
  func `an error message that cannot be delivered ends as any other`(words: String) async throws {
    #expect(try await daicho(words) == Ending(code: 2, errors: ""))
  }

  @Test func `a malformed address of the database is wrong usage`() async throws {
    let url = "postgresql://daicho:se%cret@localhost/daicho"
    let ending = try await daicho("keys list", environment: ["DATABASE_URL": url])
    #expect(ending.code == 2)
    #expect(ending.errors.hasPrefix("Error: DATABASE_URL is malformed"))
    #expect(!ending.errors.contains("cret"))
  }

  @Test(arguments: [
    ("--database-url postgresql://daicho:se3ret@/daicho?host=/nowhere", "", true),
    ("--database-url 'postgresql://daicho@/daicho?host=/nowhere&password=se3ret'", "", true),
    ("--database-url postgresql://daicho@/daicho?host=/nowhere", "", false),
    ("", "postgresql://daicho:se3ret@/daicho?host=/nowhere", false),
  ])
  func `a password among the arguments is warned of, and never repeated`(
    flag: String, url: String, warns: Bool
  ) async throws {
    for command in ["keys list", "migrate", "doctor"] {
      let ending = try await daicho("\(command) \(flag)", environment: ["DATABASE_URL": url])
      #expect(ending.errors.contains("--database-url: it holds a password") == warns, "\(command)")
      #expect(ending.errors.contains("set DATABASE_URL instead") == warns)
      #expect(!ending.errors.contains("se3ret"))
    }
  }

  /// The master keys, which are not configured here, are asked for once the database is found.
  @Test(arguments: ["keys list", "verify", "outbox list", "evidence rewrap"])
  func `a database that is not there is a failure, told before any other setting`(
    words: String
  ) async throws {
    let url = "postgresql://daicho:secret@/daicho?host=/nowhere"
    let ending = try await daicho(words, environment: ["DATABASE_URL": url])
    #expect(ending.code == 1)
    #expect(ending.errors.hasPrefix("Error: DATABASE_URL names a database that cannot be reached"))
    #expect(!ending.errors.contains("secret"))
  }

  @Test(arguments: [("", true), ("Sandbox=", false)])
  func `a server that trusts a root for every environment says so at its start`(
    prefix: String, warns: Bool
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ name: String, _ contents: [UInt8]) throws -> String {
      try Data(contents).write(to: folder.appending(path: name))
      return folder.appending(path: name).path
    }
    let root = try write("root.der", TestLedger.makeAuthority().rootCertificateDER)
    let ending = try await daicho(
      "serve",
      environment: [
        "DATABASE_URL": "postgresql://daicho@/daicho?host=/nowhere",
        "DAICHO_APPS": try write("apps.json", Array(#"[{"bundleId":"com.example.game"}]"#.utf8)),
        "DAICHO_ENCRYPTION_KEY_FILE": try write("keys", Array(Keyring.generate().utf8)),
        "DAICHO_TRUST_ROOTS": "\(prefix)\(root)",
      ])
    #expect(ending.code == 1)
    let warning = "trust root \(root): it vouches for every environment, Production too"
    #expect(ending.errors.contains(warning) == warns)
  }

  @Test func `a malformed catalog is wrong usage, and every problem is a line`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(#"{"products":[{"productId":"a","type":"Gift","grants":1}]}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let ending = try await daicho("catalog publish \(file.path)")
    #expect(ending.code == 2)
    #expect(ending.errors.split(separator: "\n").count == 2)
    #expect(ending.errors.hasPrefix("Error: \(file.path):1: products[0].grants: must be a list"))
  }

  @Test func `an app that is not configured is wrong usage`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(#"[{"bundleId":"com.example.game"}]"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let ending = try await daicho(
      "explain account anna --app com.example.other", environment: ["DAICHO_APPS": file.path])
    #expect(
      ending == Ending(code: 2, errors: "Error: --app names no app configured in DAICHO_APPS\n"))
  }
}
