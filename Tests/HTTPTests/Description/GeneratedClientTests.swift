import Access
import AppStoreSimulator
import Foundation
import HummingbirdTesting
import Ledger
import TestSupport
import Testing

@testable import HTTP

/// The description, read by programs that others wrote.
struct GeneratedClientTests {
  private struct Told: Encodable {
    let folder: String
    let url: String
    let key: String
    let account = "player-1"
    let token: String
    let transaction: String
    let validFrom = "2026-01-01T00:00:00.000Z"
  }

  private static let token = "70c3a000-0000-4000-8000-000000000009"

  @Test(
    .enabled("openapi-python-client comes from the package index") {
      await PythonPackage.clientGenerator.isHere
    })
  func `a client that is generated from the document makes the calls of the tutorial`()
    async throws
  {
    try await Self.withFolder { folder in
      try await TestService.with(.live) { service in
        let url = "http://127.0.0.1:\(try #require(service.client.port))"
        let generator = PythonPackage.clientGenerator
        let transaction = try service.ledger.authority.sign(
          payload: SignableTransaction.month(token: Self.token))
        let told = Told(
          folder: folder.path, url: url, key: service.key.text, token: Self.token,
          transaction: transaction)
        let input = try JSONEncoder().encode(told)
        try await service.projecting {
          _ = try generator.run(
            "openapi-python-client",
            [
              "generate", "--url", "\(url)/openapi.json", "--output-path",
              folder.appending(path: "client").path, "--meta", "none",
            ])
          let printed = try generator.run(
            "python",
            [PythonPackage.programs.appending(path: "generated_client.py").path], input: input)
          #expect(printed == "done\n")
        }
      }
    }
  }

  @Test(
    .enabled("schemathesis comes from the package index") {
      await PythonPackage.schemathesis.isHere
    }
  )
  func `requests that are made up from the document are answered as it says`() async throws {
    try await Self.withFolder { folder in
      try await TestService.with(.live) { service in
        let url = "http://127.0.0.1:\(try #require(service.client.port))"
        let arguments = [
          "run", "\(url)/openapi.json", "--url", url, "--header",
          "Authorization: Bearer \(service.key.text)", "--phases", "examples,fuzzing",
          "--max-examples", "4", "--max-time", "40", "--generation-deterministic", "--no-color",
          "--checks",
          "not_a_server_error,status_code_conformance,content_type_conformance,"
            + "response_schema_conformance",
          // A rebuild outlives its request, and the test.
          "--exclude-path-regex", "/rebuild$",
        ]
        try await service.projecting {
          _ = try PythonPackage.schemathesis.run("schemathesis", arguments, in: folder)
        }
      }
    }
  }

  private static func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }
}

extension TestService {
  /// Runs blocking work on a thread of its own, while the log is projected as a server does.
  func projecting(_ work: @escaping @Sendable () throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while !Task.isCancelled {
          try await ledger.project()
          // Cancellation ends the pause, then the loop.
          try? await Task.sleep(for: .milliseconds(50))
        }
      }
      defer { group.cancelAll() }
      try await withCheckedThrowingContinuation { done in
        Thread.detachNewThread { done.resume(with: Result(catching: work)) }
      }
    }
  }
}
