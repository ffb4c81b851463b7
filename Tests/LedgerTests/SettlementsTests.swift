import AppStoreSimulator
import Foundation
import Ledger
import Testing

/// The entries of what Apple settled, with figures worked out by hand.
struct SettlementsTests {
  private static let app: BundleID = "com.example.game"
  private static let german = SettledMonth.Place("com.example.month", in: "DEU", "EUR")
  private static let french = SettledMonth.Place("com.example.month", in: "FRA", "EUR")
  private static let turkish = SettledMonth.Place("com.example.year", in: "TUR", "USD")

  /// Returns the settlement of a fiscal month by the file of a name.
  private func settlement(
    _ month: String, _ file: String, _ amounts: [SettledMonth.Place: Int64]
  ) throws -> SettledMonth {
    SettledMonth(
      days: try #require(FiscalMonth(month)).days, file: Digest(of: Array(file.utf8)),
      amounts: amounts)
  }

  /// Returns settlements of an app as recorded one after the other.
  private func recorded(
    _ settlements: [SettledMonth], of app: BundleID = app
  ) -> [RecordedEvent] {
    settlements.enumerated().map { index, settlement in
      RecordedEvent(
        id: EventID(lane: 0, position: Int64(index + 1)), recordedAt: day(400 + Double(index)),
        event: .shared(
          .settlementRecorded(
            SettlementRecorded(
              bundleID: app, settlement: settlement, recordedAt: day(400 + Double(index))))),
        evidence: nil)
    }
  }

  private func entries(_ settlements: SettledMonth...) -> [SettlementEntry] {
    Settlements(of: Self.app, recorded(settlements)).entries
  }

  /// The fourth month of fiscal 2025 ends on 2025-02-01, eight hours behind UTC; the tenth on 2025-08-02,
  /// seven hours behind.
  @Test(arguments: [
    ("2025-04", "2025-02-01T08:00:00.000Z"), ("2025-10", "2025-08-02T07:00:00.000Z"),
  ])
  func `a month is settled on its last day in California`(month: String, moment: String) throws {
    let entries = entries(try settlement(month, "a", [Self.german: 5_876]))
    let entry = try #require(entries.first)
    #expect(entries.count == 1)
    #expect(entry.occurredAt == Instant(moment))
    #expect((entry.number, entry.place, entry.amount) == (1, Self.german, 5_876))
    #expect(entry.adjusts == nil)
    #expect(entry.causedBy == EventID(lane: 0, position: 1))
    #expect(
      entry.postings == [JournalPosting(.settled, 5_876), JournalPosting(.receivable, -5_876)])
  }

  @Test func `a month of more refunds than sales turns the sides around`() throws {
    let entries = entries(try settlement("2025-04", "a", [Self.german: -5_876]))
    #expect(
      entries.map(\.postings)
        == [[JournalPosting(.settled, -5_876), JournalPosting(.receivable, 5_876)]])
  }

  @Test func `currencies are settled apart, and nothing is booked of zero`() throws {
    let entries = entries(
      try settlement("2025-04", "a", [Self.turkish: 7_000, Self.german: 5_876, Self.french: 0]))
    #expect(entries.map(\.place) == [Self.german, Self.turkish])
    #expect(entries.map(\.amount) == [5_876, 7_000])
  }

  @Test func `a file that replaces another one adjusts by the difference`() throws {
    let entries = entries(
      try settlement("2025-04", "a", [Self.german: 5_876, Self.french: 1_000]),
      try settlement("2025-05", "b", [Self.german: 5_876]),
      try settlement("2025-04", "c", [Self.german: 6_000, Self.turkish: 7_000]),
      try settlement("2025-04", "d", [Self.german: 6_000, Self.french: 1_000]))
    #expect(entries.map(\.number) == Array(1...8))
    #expect(entries.map(\.amount) == [5_876, 1_000, 5_876, 124, -1_000, 7_000, 1_000, -7_000])
    #expect(entries.map(\.adjusts) == [nil, nil, nil, 1, 2, nil, 5, 6])
    #expect(entries.map(\.causedBy.position) == [1, 1, 2, 3, 3, 3, 4, 4])
  }

  @Test func `another app's settlement is not booked`() throws {
    let events = recorded(
      [try settlement("2025-04", "a", [Self.german: 5_876])], of: "com.example.other")
    #expect(Settlements(of: Self.app, events).entries.isEmpty)
  }

  @Test func `what is booked already is no news, whichever file tells it`() throws {
    let first = try settlement("2025-04", "a", [Self.german: 5_876])
    let settlements = Settlements(of: Self.app, recorded([first]))
    #expect(!settlements.isNews(first))
    #expect(!settlements.isNews(try settlement("2025-04", "b", [Self.german: 5_876])))
    #expect(
      settlements.isNews(
        try settlement("2025-04", "a", [Self.german: 5_876, Self.french: 1_000])))
    #expect(settlements.isNews(try settlement("2025-04", "b", [:])))
    #expect(!settlements.isNews(try settlement("2025-05", "b", [:])))
    let gone = Settlements(of: Self.app, recorded([first, try settlement("2025-04", "b", [:])]))
    #expect(!gone.isNews(try settlement("2025-04", "c", [:])))
    #expect(gone.isNews(first))
  }

  /// As much is settled at any time as the newest file of each month tells.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the entries known by any event add up to the newest files`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let months = try ["2025-03", "2025-04", "2025-05"].map { try #require(FiscalMonth($0)) }
    var files: [SettledMonth] = []
    for number in 0..<30 {
      var amounts: [SettledMonth.Place: Int64] = [:]
      for place in [Self.german, Self.french, Self.turkish] where Bool.random(using: &random) {
        amounts[place] = .random(in: -9_999...9_999, using: &random)
      }
      files.append(
        SettledMonth(
          days: months.randomElement(using: &random)!.days,
          file: Digest(of: Array("\(number)".utf8)), amounts: amounts))
    }
    let entries = Settlements(of: Self.app, recorded(files)).entries
    #expect(entries.allSatisfy { $0.postings.reduce(0) { $0 + $1.amount } == 0 })
    for known in 1...files.count {
      for month in months {
        let newest = files.prefix(known).last { $0.days == month.days }?.amounts ?? [:]
        var sums: [SettledMonth.Place: Int64] = [:]
        for entry in entries
        where entry.causedBy.position <= known
          && PacificTime.day(of: entry.occurredAt) == month.last
        {
          sums[entry.place, default: 0] += entry.amount
        }
        #expect(sums.filter { $0.value != 0 } == newest)
      }
    }
  }
}
