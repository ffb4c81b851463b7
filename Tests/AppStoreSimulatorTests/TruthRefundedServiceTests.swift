import AppStoreSimulator
import Testing

struct TruthRefundedServiceTests {
  private let january = Int64.on("2026-01-01")
  private let february = Int64.on("2026-02-01")
  private let march = Int64.on("2026-03-01")
  private let refund = Int64.on("2026-02-11")

  private func refunded(_ share: Int64) -> TruthChronicle {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    chronicle.serve("t2", february, march)
    chronicle.add(refund, .refunded(transaction: "t2", share: share))
    return chronicle
  }

  @Test(arguments: [(Int64(100_000), Int64(31)), (99_999, 41), (25_000, 41)])
  func `a full refund takes the whole period, a part of it only what was to come`(
    share: Int64, days: Int64
  ) {
    let chronicle = refunded(share)
    #expect(chronicle.paidService(at: refund - 1)?.seconds == 3_542_399)
    #expect(chronicle.paidService(at: refund)?.daysOfPaidService == days)
    #expect(chronicle.paidService(at: march)?.daysOfPaidService == days)
    #expect(chronicle.paidService(at: refund)?.state == .paused)
  }

  @Test func `the gap runs from the refund of a part, or from the period before a full one`() {
    let gap = Int64(60).days + Int64(1).hours
    #expect(
      refunded(50_000).paidService(at: march)?.restartsAt?.milliseconds == refund + gap)
    #expect(
      refunded(100_000).paidService(at: march)?.restartsAt?.milliseconds == february + gap)
  }

  @Test func `a full refund of the only period leaves one who never paid`() {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    chronicle.add(refund, .refunded(transaction: "t1", share: 100_000))
    #expect(chronicle.paidService(at: refund - 1)?.state == .paused)
    #expect(chronicle.paidService(at: refund)?.state == .neverPaid)
    #expect(chronicle.paidService(at: refund)?.paidThrough == nil)
    // The month was served before it was refunded, so that a return is measured from its end.
    #expect(
      chronicle.paidService(at: refund)?.restartsAt?.milliseconds
        == february + Int64(60).days + Int64(1).hours)
  }

  @Test(arguments: [Int64(100_000), 40_000])
  func `a refund undone is as if it had never been`(share: Int64) {
    var chronicle = refunded(share)
    let reversal = refund + Int64(5).days
    chronicle.add(reversal, .refundReversed(transaction: "t2"))
    #expect(chronicle.paidService(at: reversal - 1)?.state == .paused)
    #expect(chronicle.paidService(at: reversal)?.daysOfPaidService == 46)
    #expect(chronicle.paidService(at: reversal)?.state == .accruing)
  }

  @Test func `what was refunded after a charge still counts before it`() throws {
    var chronicle = refunded(100_000)
    chronicle.serve("t3", march, .on("2026-04-01"))
    chronicle.add(.on("2026-03-05"), .refundReversed(transaction: "t2"))
    chronicle.serve("t4", .on("2026-04-01"), .on("2026-05-01"))
    chronicle.add(.on("2026-04-02"), .refunded(transaction: "t1", share: 100_000))
    let service = try #require(chronicle.paidService(at: .on("2026-04-03")))
    #expect(service.transactions.map { $0.secondsBefore / 86_400 } == [0, 31, 31, 90])
    #expect(service.transactions.map(\.paidDays) == [0, 28, 31, 2])
  }

  @Test func `a reversal can bridge a gap that had begun again`() {
    var chronicle = TruthChronicle()
    chronicle.serve("t1", january, february)
    chronicle.serve("t2", march, .on("2026-04-01"))
    chronicle.add(.on("2026-03-03"), .refunded(transaction: "t2", share: 100_000))
    chronicle.serve("t3", .on("2026-04-10"), .on("2026-05-10"))
    chronicle.add(.on("2026-04-15"), .refundReversed(transaction: "t2"))
    #expect(chronicle.paidService(at: .on("2026-04-14"))?.daysOfPaidService == 4)
    #expect(chronicle.paidService(at: .on("2026-04-15"))?.daysOfPaidService == 67)
  }
}

/// Refunds of periods that are over, and years that summer time shortens, with figures worked out
/// by hand.
struct TruthPastRefundTests {
  /// Twenty months from 20 January 2024; the twelfth to the fourteenth, 31, 31 and 28 days, were
  /// refunded on 10 March 2025, during the fourteenth.
  @Test func `refunds of past months take their days and open no gap`() throws {
    var chronicle = TruthChronicle()
    let start = Int64.on("2024-01-20T20:00:00")
    chronicle.serveMonths(20, from: start)
    for month in 12...14 {
      chronicle.add(
        .on("2025-03-10T20:00:00"), .refunded(transaction: "m\(month)", share: 100_000))
    }
    let service = try #require(chronicle.paidService(at: .on("2025-04-25T20:00:00")))
    #expect(service.daysOfPaidService == 461 - 90)
    let rates = Dictionary(
      uniqueKeysWithValues: service.transactions.map { ($0.transactionId, $0.rate?.share) })
    #expect(rates["m15"] == "0.30")
    #expect(rates["m16"] == "0.15")
  }

  @Test func `a year that summer time shortens is a year`() throws {
    var chronicle = TruthChronicle()
    let start = Int64.on("2025-03-08T18:00:00")
    let year = CalendarPeriod(1, .year)
    #expect(year.end(after: start) == .on("2026-03-08T17:00:00"))
    chronicle.serve("y1", start, year.end(after: start))
    chronicle.serve("y2", year.end(after: start), year.end(after: start, times: 2))
    let service = try #require(chronicle.paidService(at: .on("2026-03-09")))
    #expect(service.transactions.map(\.rate?.share) == ["0.30", "0.15"])
  }
}
