import AppStoreSimulator
import Ledger
import ReferenceModels
import Reports

/// One report that is asked of the ledger and of the model.
struct ReportCase: Sendable {
  let request: ReportRequest
  let question: ModelReportQuestion

  /// The parameters as one line.
  var words: String {
    let by = (request.dimensions.map(\.rawValue).sorted() + [request.intervals?.rawValue ?? ""])
      .filter { !$0.isEmpty }
    return "\(request.name.rawValue) of \(request.app) from \(question.from?.description ?? "-") "
      + "to \(question.to) by \(by.joined(separator: ",")) \(request.calendar.rawValue) "
      + "known at \(request.knownAt?.description ?? "the end")"
  }
}

extension ReportedLedger {
  private static let longAgo = Instant(milliseconds: 1_400_000_000_000)
  /// The reports that have a model.
  private var reports: [ReportName] {
    crowd.players.isEmpty
      ? [
        .sales, .proceeds, .commission, .refunds, .deferredRevenue, .journal, .subscribers,
        .monthlyRecurringRevenue, .retention, .tenure,
      ] : [.coins, .refunds, .sales]
  }

  /// Returns cases of each report of an app: its closed months, the first open one, all of them, and other times, or
  /// else the times of the crowd; as they are known now and as they were known before.
  func cases(of app: BundleID, _ random: inout SplitMix64) -> [ReportCase] {
    guard let months = periods[app], let first = months.first, let last = months.last,
      let now = cuts.last
    else { return [] }
    let far = last.to + .seconds(Int(random.number(1...500)) * 86_400)
    let times: [(from: Instant?, to: Instant, calendar: ReportingPeriod.Calendar)] =
      crowd.times[app, default: []].map { ($0.lowerBound, $0.upperBound, last.calendar) }
    let around: [(from: Instant?, to: Instant, calendar: ReportingPeriod.Calendar)] =
      months.map { ($0.from, $0.to, $0.calendar) } + [
        (last.next.from, last.next.to, last.calendar), (last.to, far, last.calendar),
        (first.from, last.next.to, last.calendar), (nil, far, last.calendar),
        (Self.longAgo, first.to, last.calendar),
        (
          first.from + .seconds(Int(random.number(-90...90)) * 43_200), far,
          random.pick(ReportingPeriod.Calendar.allCases)
        ),
      ]
    // Wallets move by the clock of the log, which the lives do not set.
    let played =
      crowd.players.isEmpty
      ? []
      : zip(cuts, cuts.dropFirst()).map { before, after in
        (from: Optional(before.moment), to: after.moment, calendar: last.calendar)
      }
    return reports.flatMap { name in
      ((times.isEmpty ? around : times) + played).flatMap { time in
        (0...1).compactMap { turn -> ReportCase? in
          let cut = turn == 0 || random.chance(2) ? now : random.pick(cuts)
          return makeCase(name, app, time, cut, cut.moment == now.moment, &random)
        }
      }
    }
  }

  private func makeCase(
    _ name: ReportName, _ app: BundleID,
    _ time: (from: Instant?, to: Instant, calendar: ReportingPeriod.Calendar), _ cut: Cut,
    _ isNow: Bool, _ random: inout SplitMix64
  ) -> ReportCase? {
    var request = ReportRequest(name, of: app)
    (request.from, request.to, request.calendar) = (time.from, time.to, time.calendar)
    request.knownAt = isNow && random.chance(2) ? nil : cut.moment
    var question = ModelReportQuestion(
      app: app, from: time.from, to: time.to, cut: cut.position, knownAt: cut.moment)
    if !random.chance(3) {
      let kept = ReportDimension.allCases.filter { _ in random.chance(2) }
      request.dimensions = Set(kept)
    }
    if name == .refunds { request.dimensions = Set(ReportDimension.allCases) }
    if name.specification.hasIntervals, time.from != nil, time.from != Self.longAgo,
      random.chance(2)
    {
      let isLong = (time.to - (time.from ?? time.to)) > .seconds(200 * 86_400)
      request.intervals = isLong || random.chance(2) ? .month : .day
      if random.chance(2) { request.calendar = random.pick(ReportingPeriod.Calendar.allCases) }
    }
    question.divisions = Set(
      request.dimensions.compactMap { ModelReportQuestion.Division(rawValue: $0.rawValue) })
    question.interval = request.intervals.flatMap {
      ModelReportQuestion.Interval(rawValue: $0.rawValue)
    }
    question.calendar = .init(rawValue: request.calendar.rawValue) ?? .utc
    return ReportCase(request: request, question: question)
  }
}
