import Chaos
import Foundation
import Testing

@Suite struct `Crashes` {
  @Test(.timeLimit(.minutes(10)))
  func `after ten violent ends every answered notification is there once`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let home = FileManager.default.temporaryDirectory.appending(path: "daicho-crash-\(UUID())")
    let trial = CrashTrial(
      binary: Binary.daicho, home: home, port: try FreePort.find(), times: 10, seed: seed)
    do {
      let report = try await trial.run()
      #expect(report.kills == 10)
      #expect(report.notifications > 10)
      try FileManager.default.removeItem(at: home)
    } catch {
      Issue.record("seed \(seed), home \(home.path): \(error)")
    }
  }
}
