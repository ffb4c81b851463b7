/// An entry of what Apple settled: an amount of one product, storefront and currency.
package struct SettlementEntry: Hashable, Sendable {
  /// The number of the entry among those of its app: 1, 2, 3 …
  package let number: Int
  package let place: SettledMonth.Place
  /// The settled amount in milliunits, or the difference that an adjustment makes; negative where more was
  /// given back than sold.
  package let amount: Int64
  /// The beginning of the last day of the fiscal month in Pacific time, which is the same date in UTC.
  package let occurredAt: Instant
  /// The number of the entry that this one adjusts; nil for a first entry.
  package let adjusts: Int?
  /// The event that caused the entry.
  package let causedBy: EventID

  /// The postings of the entry. Their sum is zero.
  package var postings: [JournalPosting] { JournalPosting.postings(settling: Int128(amount)) }
}

/// The settlements of one app as entries of the journal: a fold over the events of the shared lane in order.
///
/// A file that replaces an earlier one of the same fiscal month adds the difference, so that the sum of the
/// entries of a month is what its newest file tells.
package struct Settlements: Sendable {
  private struct Booked {
    let amount: Int64
    /// The newest entry.
    let number: Int
  }

  package private(set) var entries: [SettlementEntry] = []
  private let app: BundleID
  private var booked: [ClosedRange<CivilDate>: [SettledMonth.Place: Booked]] = [:]

  package init(of app: BundleID) {
    self.app = app
  }

  package init(of app: BundleID, _ events: some Sequence<RecordedEvent>) {
    self.init(of: app)
    for event in events { record(event) }
  }

  /// Applies an event. Only settlements of the app change anything.
  package mutating func record(_ event: RecordedEvent) {
    guard case .shared(.settlementRecorded(let recorded)) = event.event, recorded.bundleID == app
    else { return }
    let settlement = recorded.settlement
    let occurredAt = PacificTime.start(of: settlement.days.upperBound)
    let before = booked[settlement.days] ?? [:]
    for place in Set(before.keys).union(settlement.amounts.keys).sorted() {
      let (old, new) = (before[place], settlement.amounts[place] ?? 0)
      let difference = new - (old?.amount ?? 0)
      guard difference != 0 else { continue }
      let number = entries.count + 1
      entries.append(
        SettlementEntry(
          number: number, place: place, amount: difference, occurredAt: occurredAt,
          adjusts: old?.number, causedBy: event.id))
      booked[settlement.days, default: [:]][place] = Booked(amount: new, number: number)
    }
  }

  /// Returns the booked amounts of a fiscal month, without zeros.
  package func amounts(of days: ClosedRange<CivilDate>) -> [SettledMonth.Place: Int64] {
    (booked[days] ?? [:]).mapValues(\.amount).filter { $0.value != 0 }
  }

  /// Returns true if a settlement must be recorded: it tells other amounts than are booked of its days.
  package func isNews(_ settlement: SettledMonth) -> Bool {
    amounts(of: settlement.days) != settlement.amounts
  }
}
