import Foundation
import TestSupport
import Testing

@testable import CLI

/// The end of a server that crashes.
struct CrashTests {
  private static func limit(of pid: Int32) throws -> String {
    try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8).split(separator: "\n")
      .first { $0.hasPrefix("Max core file size") }.map(String.init) ?? ""
  }

  @Test
  func `a crash tells where it was, and nothing of the memory, and ends with its report`()
    async throws
  {
    try await TestLedger.with { ledger in
      let errors = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try Data().write(to: errors)
      defer { try? FileManager.default.removeItem(at: errors) }
      let log = try FileHandle(forWritingTo: errors)
      let server = try await ServerProcess(of: ledger, errors: log)
      defer { server.end() }
      try #require(try await server.answers())
      let pid = server.process.processIdentifier
      let words = try Self.limit(of: pid).split(separator: " ")
      #expect(words.dropLast().suffix(2) == ["0", "0"], "\(words)")
      kill(pid, SIGILL)
      let text = try await Self.report(in: errors)
      #expect(text.contains("Program crashed"), "\(text)")
      // An illegal instruction is met again once the report is written; a signal from outside is not.
      kill(pid, SIGILL)
      #expect(try await server.hasEnded())
      for word in ["Registers:", "rax 0x", "rsp 0x", "x29 0x", "Images ("] {
        #expect(!text.contains(word), "\(word)")
      }
      #expect(try await restarts(ledger))
    }
  }

  /// Returns what the server wrote once its report of a crash is whole, or after five minutes:
  /// beside other tests, the names of a debug build take long to find.
  private static func report(in errors: URL) async throws -> String {
    var text = ""
    for _ in 1...3_000 where !text.contains("Backtrace took") {
      try await Task.sleep(for: .milliseconds(100))
      text = try String(contentsOf: errors, encoding: .utf8)
    }
    return text
  }

  /// Returns true if another server answers.
  private func restarts(_ ledger: TestLedger) async throws -> Bool {
    let server = try await ServerProcess(of: ledger, errors: .nullDevice)
    defer { server.end() }
    return try await server.answers()
  }

  @Test func `the settings name every part that would show memory`() {
    for part in ["registers=none", "threads=crashed", "images=none"] {
      #expect(CrashReports.settings.split(separator: ",").contains { $0 == part })
    }
  }
}
