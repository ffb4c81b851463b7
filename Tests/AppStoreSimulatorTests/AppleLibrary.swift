import Foundation
import Synchronization

/// Apple's library for Python, and what it tells of the App Store Server API.
///
/// The facts are kept beside the tests, so that they count where no package index can be reached. After a new
/// version of the library, `Python/apple_server_api.py facts` tells them again.
enum AppleLibrary {
  private static let package = "app-store-server-library==3.1.2"
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  struct Request: Decodable, Equatable {
    let method: String
    let path: String
    let query: [String]
    let body: [String]

    var address: String { "\(method) \(path)" }
  }

  /// A parameter with a value that Apple refuses by a number of its own.
  struct RefusedValue: Decodable {
    let request: String
    let parameter: String
    let value: String
    let code: Int
  }

  /// The facts that the library tells, and those that only Apple's documentation tells.
  struct Facts: Decodable {
    let requests: [String: Request]
    let codes: [Int]
    let hosts: [String: String]
    let daysKept: [String: Int]
    let refusals: [RefusedValue]
  }

  static func facts() throws -> Facts {
    let file = folder.appending(path: "Fixtures/server-api.json")
    return try JSONDecoder().decode(Facts.self, from: Data(contentsOf: file))
  }

  /// What the library itself tells.
  struct Told: Decodable, Equatable {
    let requests: [String: Request]
    let codes: [Int]
    let hosts: [String: String]

    init(_ facts: Facts) {
      (requests, codes, hosts) = (facts.requests, facts.codes, facts.hosts)
    }
  }

  struct Customer: Encodable {
    let id: String
    let now: Int64
    let key: String
    let keyId: String
    let issuerId: String
  }

  struct Answers: Decodable {
    let history: [Int]
    let refunds, statuses, order, notifications: Int
    let transaction, appTransaction, token: Bool
    let codes: [Int?]
  }

  private struct Failed: Error {
    let output: String
  }

  private static let environment = folder.appending(path: "../../.build/apple-library-3.1.2")
    .standardized
  private static let installation = Task { install() }

  /// True if the library is installed, which needs the package index once.
  static var isHere: Bool {
    get async { await installation.value }
  }

  private static func install() -> Bool {
    let complete = environment.appending(path: "complete")
    if FileManager.default.fileExists(atPath: complete.path) { return true }
    do {
      _ = try run("python3", ["-m", "venv", environment.path])
      _ = try run(
        environment.appending(path: "bin/pip").path,
        ["install", "--quiet", "--disable-pip-version-check", "--retries", "1", package])
      try Data().write(to: complete)
      return true
    } catch {
      print("Apple's library is not available here: its tests are skipped. \(error)")
      return false
    }
  }

  /// Runs the program that uses the library, and returns its answer.
  static func run(_ arguments: [String], input: Data = Data()) throws -> Data {
    let program = folder.appending(path: "Python/apple_server_api.py").path
    return try run(
      environment.appending(path: "bin/python").path, ["-W", "ignore", program] + arguments,
      input: input)
  }

  private static func run(
    _ program: String, _ arguments: [String], input: Data = Data()
  ) throws -> Data {
    let (process, reading, output, errors) = (Process(), Pipe(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    (process.standardInput, process.standardOutput) = (reading, output)
    process.standardError = errors
    try process.run()
    try reading.fileHandleForWriting.write(contentsOf: input)
    try reading.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    let trouble = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failed(output: String(decoding: trouble.suffix(2_000), as: UTF8.self))
    }
    return answer
  }
}
