import AppStoreSimulator
import Ledger
import ReferenceModels
import Testing

/// The report of tenure over random lives: the ledger's rules and the model tell the same of every customer.
struct TenureReportAgreementTests {
  private static let seed: UInt64 = 20_260_101
  private static let share = 25
  private static let app: BundleID = "com.example.game"

  @Test(arguments: Array(stride(from: 0, to: 250, by: share)))
  func `the rules and the model count customers alike`(first: Int) throws {
    for number in first..<first + Self.share {
      let life = RandomLife(seed: Self.seed, number: number)
      let model = TenureReportModel(
        ModelReportFacts(
          events: life.events, terms: life.terms, settings: life.settings,
          taxes: TaxTable.estimates.sortedRows.map {
            ModelTax(
              storefront: $0.storefront, from: $0.from, thousandths: Int64($0.thousandths))
          }))
      var random = SplitMix64(seed: UInt64(number))
      for turn in 0..<6 {
        let count =
          turn < 3 ? life.events.count : Int(random.number(1...Int64(life.events.count)))
        let known = life.events.prefix(count)
        let question = try question(life, known, &random)
        let expected = model.rows(of: question)
        #expect(
          Set(rows(Array(known), of: life, question)) == Set(expected),
          "life \(number), \(count) events, \(question.from.map { "\($0)" } ?? "-") to \(question.to)"
        )
      }
    }
  }

  /// Returns a question about a time that begins or ends beside something of the life, or some days away.
  private func question(
    _ life: RandomLife, _ known: ArraySlice<RecordedEvent>, _ random: inout SplitMix64
  ) throws -> ModelReportQuestion {
    func moment() -> Instant {
      let beside = random.pick([-1, 0, 1, random.number(-20...20) * 86_400_000])
      return Instant(milliseconds: random.pick(life.boundaries) + beside)
    }
    var cut = Position()
    for event in known { cut.reach(event.id) }
    let to = moment()
    let from = random.chance(3) ? nil : min(moment(), to)
    return ModelReportQuestion(
      app: Self.app, from: from, to: to, cut: cut,
      knownAt: try #require(known.map(\.recordedAt).max()))
  }

  /// Returns the rows that the report has by the ledger's rules.
  private func rows(
    _ events: [RecordedEvent], of life: RandomLife, _ question: ModelReportQuestion
  ) -> [ModelReportRow] {
    var shared = SharedState()
    shared.apply(life.publishedTerms)
    var states: [ChainID: ChainState] = [:]
    for event in events {
      shared.apply(event.event)
      guard case .chain(let chain) = event.event.stream, chain.bundleID == Self.app else {
        continue
      }
      states[chain, default: ChainState(chain)].join(event)
    }
    let catalogs = shared.catalogs(of: Self.app)
    let settings = shared.settings(in: .production)
    let end = min(question.to, question.knownAt)
    var sums: [ModelReportRow: [String: Int64]] = [:]
    for chains in Customer.grouping(states.values).values {
      let incomplete = chains.filter {
        !TenureAudit.evaluate([$0], catalogs: catalogs, settings: settings).isEmpty
      }
      for history in ServiceHistory.histories(of: chains, catalogs: catalogs, settings: settings) {
        guard let status = TenureStatus(history, at: end, in: Self.app, shared: shared) else {
          continue
        }
        let group = history.subscriptionGroupID
        var figures = figures(status, since: question.from, at: end)
        figures["incomplete"] =
          incomplete.contains { $0.subscriptionGroups(catalogs).contains(group) } ? 1 : 0
        sums[heading(status, group), default: [:]].merge(figures, uniquingKeysWith: +)
      }
    }
    return sums.map { heading, figures in
      heading.merging(figures.mapValues { String($0) }) { first, _ in first }
    }
  }

  private func heading(_ status: TenureStatus, _ group: SubscriptionGroupID) -> ModelReportRow {
    [
      "product": status.productID.rawValue, "group": group.rawValue,
      "storefront": status.storefront ?? "", "currency": status.currency ?? "",
      "state": status.tenure.state.rawValue, "fromDays": String(status.bucketDays),
    ]
  }

  private func figures(
    _ status: TenureStatus, since from: Instant?, at end: Instant
  ) -> [String: Int64] {
    let reached = status.reachedYear.map { from ?? $0 <= $0 && $0 < end } ?? false
    var figures: [String: Int64] = [
      "customers": 1, "reachedYear": reached ? 1 : 0, "uncertain": status.isUncertain ? 1 : 0,
      "unpriced": status.saving == nil ? 1 : 0, "savesNextYear": status.savingToCome ?? 0,
    ]
    for days in [7, 30] {
      figures["endsWithin\(days)"] = status.ends(within: days, of: end) ? 1 : 0
    }
    for days in [7, 14, 30] {
      let isLapsing = status.lapses(within: days, of: end)
      figures["lapsing\(days)"] = isLapsing ? 1 : 0
      figures["lapseCost\(days)"] = isLapsing ? status.saving ?? 0 : 0
    }
    return figures
  }
}
