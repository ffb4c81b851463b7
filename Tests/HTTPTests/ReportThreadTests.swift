import Dispatch
import HTTPTypes
import Ledger
import Projections
import Reports
import Synchronization
import TestSupport
import Testing

/// Reports that take long, beside requests of players.
struct ReportThreadTests {
  private final class Count: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
  }

  /// Six reports that do not end hold their threads. A server has two others on a machine of two processors.
  @Test func `reports that do not end delay no purchase`() async throws {
    try await TestService.with { service in
      let (gate, entered) = (DispatchSemaphore(value: 0), Count())
      var request = ReportRequest(.sales, of: TestLedger.bundleID)
      // What the purchase changes is not waited for.
      request.knownAt = try await service.ledger.reports.report(request).knownAt
      let asked = request
      let slow = Duration.seconds(5)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 {
          group.addTask {
            try await service.ledger.reports.report(asked) { _ in
              entered.add()
              _ = gate.wait(timeout: .now() + 20)
            }
          }
        }
        while entered.value == 0 { try await Task.sleep(for: .milliseconds(5)) }
        let start = ContinuousClock.now
        let jws = try service.ledger.authority.subscribed()
        let answer = try await service.notify(#"{"signedPayload":"\#(jws)"}"#)
        let health = try await service.ask("/healthz", .get)
        let took = ContinuousClock.now - start
        for _ in 0..<6 { gate.signal() }
        #expect(answer.status == 200 && health.status == 200)
        #expect(took < slow, "\(took)")
        try await group.waitForAll()
      }
      #expect(entered.value == 6)
    }
  }

  /// A report of a thousand days for each of a hundred customers, six times at once.
  @Test func `wide reports delay no purchase by more than a second`() async throws {
    try await TestService.with { service in
      try await service.ledger.record(
        (0..<100).flatMap { PaidMonths(OriginalTransactionID("\(3_000 + $0)")).events(6) })
      try await service.ledger.project()
      let cut = try await service.ledger.reports.report(
        ReportRequest(.sales, of: TestLedger.bundleID)
      ).knownAt
      let path =
        "/v1/reports/deferred-revenue?by=day,product&from=2024-06-01&to=2027-02-26&format=csv"
        + "&knownAt=\(try #require(cut))"
      let alone = try await service.get(path)
      #expect(alone.status == 200, "\(alone.body.prefix(200))")
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<6 { group.addTask { try await service.get(path).status } }
        var slowest = Duration.zero
        for number in 0..<10 {
          let start = ContinuousClock.now
          let jws = try service.ledger.authority.subscribed(
            .month("9\(number)"))
          #expect(try await service.notify(#"{"signedPayload":"\#(jws)"}"#).status == 200)
          slowest = max(slowest, ContinuousClock.now - start)
        }
        #expect(slowest < .seconds(1), "\(slowest)")
        for try await status in group { #expect(status == 200) }
      }
    }
  }
}
