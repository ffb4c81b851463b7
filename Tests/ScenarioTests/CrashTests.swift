import Chaos
import Foundation
import Testing

@Suite struct `Crashes` {
  @Test(.timeLimit(.minutes(10)))
  func `after ten violent ends every answered notification is there once`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let home = FileManager.default.temporaryDirectory.appending(path: "daicho-crash-\(UUID())")
    let trial = CrashTrial(
      binary: Self.binary, home: home, port: try FreePort.find(), times: 10, seed: seed)
    do {
      let report = try await trial.run()
      #expect(report.kills == 10)
      #expect(report.notifications > 10)
      try FileManager.default.removeItem(at: home)
    } catch {
      Issue.record("seed \(seed), home \(home.path): \(error)")
    }
  }

  /// `daicho` lies beside the program that runs the tests.
  private static var binary: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "daicho")
  }
}

/// A port nobody listens on at this moment.
enum FreePort {
  static func find() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, size) == 0 ? getsockname(descriptor, generic, &size) : -1
      }
    }
    try #require(result == 0)
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
