import AppStoreSimulator
import EventStore
import Ledger
import Projections
import Reconciliation
import ReferenceModels
import Reports
import Server
import TestSupport

/// A ledger that recorded a crowd of lives, and closed some months of each app while facts were still arriving.
struct ReportedLedger: Sendable {
  /// A month that is to be closed, at a moment of the crowd's time.
  private struct PlannedClose {
    let app: BundleID
    let period: ReportingPeriod
    let moment: Instant
  }

  private static let monthsClosed = 3
  private static let eventsAtOnce = 100
  private static let eventsBetweenRequests = 4

  let ledger: TestLedger
  let crowd: CrowdOfLives
  private(set) var periods: [BundleID: [ReportingPeriod]] = [:]
  private(set) var closes: [ModelClose] = []
  /// The moments at which reports can be asked for as they were known: after each stretch of the crowd's time.
  private(set) var cuts: [Cut] = []
  private var wallets: PlayedWallets?

  struct Cut: Sendable {
    let moment: Instant
    let position: Position
  }

  /// Records a crowd, and closes months meanwhile.
  init(_ crowd: CrowdOfLives, in ledger: TestLedger, _ random: inout SplitMix64) async throws {
    self.ledger = ledger
    self.crowd = crowd
    if let terms = crowd.publishedTerms { try await ledger.record([terms]) }
    if !crowd.players.isEmpty {
      wallets = try await PlayedWallets(
        of: crowd.players, in: ledger, SplitMix64(seed: random.next()))
    }
    var rest = crowd.arrivals[...]
    for close in Self.plan(crowd, &random) {
      try await record(rest.prefix { $0.at < close.moment })
      rest = rest.drop { $0.at < close.moment }
      try await self.close(close)
    }
    try await record(rest)
  }

  /// Returns what the models know of the ledger.
  func facts() async throws -> ModelReportFacts {
    ModelReportFacts(
      events: try await recorded(), closes: closes, terms: crowd.terms, settings: crowd.settings,
      taxes: TaxTable.estimates.sortedRows.map {
        ModelTax(storefront: $0.storefront, from: $0.from, thousandths: Int64($0.thousandths))
      },
      names: Dictionary(uniqueKeysWithValues: crowd.players.map { ($0.account, $0.name) }))
  }

  /// Returns everything that was recorded, in the order of its moments.
  private func recorded() async throws -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    for lane in try await ledger.log.position(withShared: true).lanes.keys.sorted() {
      events += try await ledger.log.reading.events(lane: lane, after: 0, limit: .max)
    }
    return events.enumerated().sorted {
      ($0.element.recordedAt, $0.offset) < ($1.element.recordedAt, $1.offset)
    }.map(\.element)
  }

  private static func plan(_ crowd: CrowdOfLives, _ random: inout SplitMix64) -> [PlannedClose] {
    var planned: [PlannedClose] = []
    for app in CrowdOfLives.apps {
      let moments = crowd.moments(of: app)
      guard !moments.isEmpty else { continue }
      let calendar = random.pick(ReportingPeriod.Calendar.allCases)
      guard var period = calendar.month(of: random.pick(moments)) else { continue }
      var moment = period.to
      for _ in 0..<monthsClosed {
        moment = max(moment, period.to + .seconds(Int(random.number(0...900_000))))
        planned.append(PlannedClose(app: app, period: period, moment: moment))
        period = period.next
      }
    }
    return planned.sorted { $0.moment < $1.moment }
  }

  private mutating func record(_ arrivals: ArraySlice<CrowdOfLives.Arrival>) async throws {
    let count = wallets == nil ? Self.eventsAtOnce : Self.eventsBetweenRequests
    for start in stride(from: arrivals.startIndex, to: arrivals.endIndex, by: count) {
      let end = min(start + count, arrivals.endIndex)
      try await ledger.record(arrivals[start..<end].map(\.event))
      try await wallets?.play(at: arrivals[end - 1].at)
    }
    try await ledger.project()
    let cut = try await ledger.log.cut()
    cuts.append(Cut(moment: cut.moment, position: cut.position))
  }

  private mutating func close(_ planned: PlannedClose) async throws {
    let closing = PeriodClosing(
      pool: ledger.pool, log: ledger.log,
      known: KnownStores(ledger.pool, lanes: ledger.log.lanes, apps: [], askable: []),
      of: planned.app, in: .production, now: { Instant(day: "2100-01-01") })
    let close = try await closing.close(
      planned.period, by: "ada", forcedBecause: "lives leave things out")
    try await ledger.project()
    periods[planned.app, default: []].append(planned.period)
    closes.append(
      ModelClose(
        app: planned.app, environment: .production, from: planned.period.from,
        to: planned.period.to, cut: close.position))
  }
}

extension ReportingPeriod.Calendar {
  /// Returns the month in which a moment lies.
  func month(of moment: Instant) -> ReportingPeriod? {
    switch self {
    case .utc: ReportingPeriod(String("\(CivilDate(of: moment))".dropLast(3)), by: self)
    case .pacific: ReportingPeriod(String("\(PacificTime.day(of: moment))".dropLast(3)), by: self)
    case .fiscal:
      ReportingPeriod("\(FiscalMonth(of: PacificTime.day(of: moment)))", by: self)
    }
  }
}
