import AppStoreSimulator
import Testing

/// The days accrued before the last transaction of a history.
struct WorkedExample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let daysBefore: Int64
  let tell: @Sendable (inout TruthChronicle) -> Void

  init(
    _ description: String, _ daysBefore: Int64,
    tell: @escaping @Sendable (inout TruthChronicle) -> Void
  ) {
    testDescription = description
    self.daysBefore = daysBefore
    self.tell = tell
  }

  static let all = [
    WorkedExample("thirteen months in a row", 365) { $0.serveMonths(13, from: .on("2025-01-01")) },
    WorkedExample("a free week, then a year", 365) { chronicle in
      chronicle.serve(
        "trial", .on("2025-01-01"), .on("2025-01-08"), price: Money(0, "USD"))
      chronicle.serveMonths(13, from: .on("2025-01-08"))
    },
    WorkedExample("a free week, then eleven months", 334) { chronicle in
      chronicle.serve(
        "trial", .on("2025-01-01"), .on("2025-01-08"), price: Money(0, "USD"))
      chronicle.serveMonths(12, from: .on("2025-01-08"))
    },
    WorkedExample("a year and its renewal", 365) { chronicle in
      chronicle.serve("y1", .on("2025-03-01"), .on("2026-03-01"))
      chronicle.serve("y2", .on("2026-03-01"), .on("2027-03-01"))
    },
    WorkedExample("half a year, back after 60 days", 181) { chronicle in
      chronicle.serve("half", .on("2025-01-01"), .on("2025-07-01"))
      chronicle.serve("back", .on("2025-08-30"), .on("2025-09-30"))
    },
    WorkedExample("half a year, back after 61 days", 0) { chronicle in
      chronicle.serveMonths(6, from: .on("2025-01-01"))
      chronicle.serve("back", .on("2025-08-31"), .on("2025-09-30"))
    },
    WorkedExample("thirteen months, back after 40 days", 397) { chronicle in
      chronicle.serveMonths(13, from: .on("2024-01-01"))
      chronicle.serve("back", .on("2025-03-13"), .on("2025-04-13"))
    },
    WorkedExample("thirteen months, back after 61 days", 0) { chronicle in
      chronicle.serveMonths(13, from: .on("2024-01-01"))
      chronicle.serve("back", .on("2025-04-03"), .on("2025-05-03"))
    },
    WorkedExample("three months paid up front", 90) { chronicle in
      chronicle.serve("offer", .on("2025-01-01"), .on("2025-04-01"))
      chronicle.serve("m1", .on("2025-04-01"), .on("2025-05-01"))
    },
    WorkedExample("thirty days given in the middle", 59) { chronicle in
      chronicle.serveMonths(2, from: .on("2025-01-01"))
      chronicle.add(.on("2025-02-10"), .extended(transaction: "m2", until: .on("2025-03-31")))
      chronicle.serve("m3", .on("2025-03-31"), .on("2025-04-30"))
    },
  ]
}

struct TruthWorkedExampleTests {
  @Test(arguments: WorkedExample.all)
  func `the days before the last charge are those of the rules`(example: WorkedExample) throws {
    var chronicle = TruthChronicle()
    example.tell(&chronicle)
    let lastCharge = try #require(chronicle.happenings.last?.at)

    let atTheCharge = try #require(chronicle.paidService(at: lastCharge))
    #expect(atTheCharge.transactions.last?.secondsBefore == example.daysBefore * 86_400)
    #expect(atTheCharge.daysOfPaidService == example.daysBefore)
    let share = example.daysBefore < 365 ? "0.30" : "0.15"
    #expect(atTheCharge.transactions.last?.rate?.share == share)
    let later = try #require(chronicle.paidService(at: lastCharge + Int64(10).days))
    #expect(later.transactions.last?.secondsBefore == example.daysBefore * 86_400)
    #expect(later.daysOfPaidService == example.daysBefore + 10)
  }
}
