package import Ledger

/// A reference model of tenure, written from the words of the rules alone and in the plainest way
/// there is: every question begins with the list of facts, cuts time into slices, and adds the
/// slices up.
package struct TenureModel {
  package let facts: ModelFacts
  let settings: ModelSettings

  package init(_ facts: ModelFacts, settings: ModelSettings) {
    self.facts = facts
    self.settings = settings
  }

  /// Returns the tenure of all chains that are counted together with this one.
  package func tenure(
    of chain: ChainID, in group: SubscriptionGroupID, at moment: Instant
  ) -> ModelTenure {
    let services = periods(of: chain, in: group).filter { $0.hasBegun(at: moment) }
      .compactMap { $0.service(at: moment) }
    var count = ModelCount(services, until: moment.milliseconds, gapMax: settings.gapMax)
    count.restart(at: moment.milliseconds)
    let paid = services.filter { !($0.paid?.isEmpty ?? true) }
    let began = beginningOfRun(services)
    var tenure = ModelTenure(total: count.total)
    tenure.paidThrough = paid.filter { $0.alive.start >= began }.compactMap { $0.paid?.end }.max()
    tenure.restartsAt = services.map(\.alive.end).max().map { $0 + settings.gapMax }
    tenure.state = state(paid, restartsAt: tenure.restartsAt, at: moment.milliseconds)
    tenure.paid = Dictionary(
      uniqueKeysWithValues: Set(count.slices.map(\.transactionID)).map { ($0, count.paid($0)) })
    tenure.days = ModelTenure.days(count)
    tenure.hasRestarted = count.restartedAfter > 0
    return tenure
  }

  private func periods(of chain: ChainID, in group: SubscriptionGroupID) -> [ModelPeriod] {
    let customer = facts.customers.first { $0.chains.contains { $0.chain == chain } }
    return customer?.periods(of: group) ?? []
  }

  /// Returns the start of the first service after the last gap that was too long. A service that ended
  /// before it began was none.
  private func beginningOfRun(_ services: [ModelService]) -> Int64 {
    var began = Int64.min
    var end: Int64?
    let begun = services.filter { !$0.alive.isEmpty }
    for service in begun.sorted(by: { $0.alive.start < $1.alive.start }) {
      if let end, service.alive.start - end > settings.gapMax { began = service.alive.start }
      end = max(end ?? .min, service.alive.end)
    }
    return began
  }

  private func state(
    _ paid: [ModelService], restartsAt: Int64?, at moment: Int64
  ) -> ModelTenure.State {
    guard !paid.isEmpty, let restartsAt else { return .none }
    if paid.contains(where: { $0.paid?.covers(moment) == true }) { return .accruing }
    return moment <= restartsAt ? .paused : .lapsed
  }

  /// Returns the paid time before each transaction, on which its rate depends. Leaves out
  /// transactions without a period, and those outside the group.
  package func servicesBefore(
    of chain: ChainID, in group: SubscriptionGroupID
  ) -> [TransactionID: Int64] {
    servicesBefore(periods(of: chain, in: group))
  }

  func servicesBefore(_ periods: [ModelPeriod]) -> [TransactionID: Int64] {
    Dictionary(
      uniqueKeysWithValues: periods.map { ($0.transactionID, serviceBefore($0, among: periods)) })
  }

  /// Returns the paid time at the moment of the charge, without the period itself.
  private func serviceBefore(_ period: ModelPeriod, among periods: [ModelPeriod]) -> Int64 {
    let charge = period.bought.purchase.purchaseDate
    let others = periods.filter {
      $0.transactionID != period.transactionID && $0.purchaseDate <= charge.milliseconds
    }
    var count = ModelCount(
      others.compactMap { $0.service(at: charge) }, until: charge.milliseconds,
      gapMax: settings.gapMax)
    count.restart(at: period.start)
    return count.total
  }

  /// Returns the charges whose rate is uncertain: the total before them lies from 361.5 days to an
  /// hour below 365 days, and not all of it was sold by the week; or they are months of a commitment that
  /// were collected more than sixty days after the period before.
  package func uncertainRates(
    of chain: ChainID, in group: SubscriptionGroupID
  ) -> [TransactionID] {
    guard settings.yearOfService == ModelSettings().yearOfService else { return [] }
    let periods = periods(of: chain, in: group)
    let hour: Int64 = 3_600_000
    return periods.filter { period in
      let charge = period.bought.purchase.purchaseDate
      let others = periods.filter {
        $0.transactionID != period.transactionID && $0.purchaseDate <= charge.milliseconds
      }
      var count = ModelCount(
        others.compactMap { $0.service(at: charge) }, until: charge.milliseconds,
        gapMax: settings.gapMax)
      count.restart(at: period.start)
      let counted = Set(count.slices.dropFirst(count.restartedAfter).map(\.transactionID))
      let isByTheWeek = periods.filter { counted.contains($0.transactionID) }.allSatisfy {
        guard let end = $0.bought.expiresDateAsSold else { return false }
        return (167 * hour...169 * hour).contains(end.milliseconds - $0.purchaseDate)
      }
      let isNearYear =
        (361 * 24 * hour + 12 * hour..<365 * 24 * hour - hour).contains(count.total)
      return period.bought.isCharged
        && (isNearYear && !isByTheWeek || isCollectedLate(period, among: periods))
    }.map(\.transactionID)
  }

  /// Returns true for a month of a commitment whose retry lasted longer than a gap may be.
  private func isCollectedLate(_ period: ModelPeriod, among periods: [ModelPeriod]) -> Bool {
    let previous = periods.filter {
      $0.bought.chain == period.bought.chain && $0.purchaseDate < period.purchaseDate
    }.max { $0.purchaseDate < $1.purchaseDate }
    guard period.bought.isBilledMonthly, period.bought.purchase.reason == "RENEWAL",
      let end = previous?.bought.expiresDate
    else { return false }
    return period.purchaseDate - end.milliseconds > settings.retryMax
  }

  /// Returns the transactions of which it is only assumed whether they were paid.
  package func untoldOffers(
    of chain: ChainID, in group: SubscriptionGroupID
  ) -> [TransactionID] {
    periods(of: chain, in: group).filter(\.bought.isOfUntoldOffer).map(\.transactionID)
  }

  /// Returns the start of the first period charged at the reduced rate, among those that had begun
  /// by then and were not refunded in full.
  package func reducedRateFrom(
    of chain: ChainID, in group: SubscriptionGroupID, at moment: Instant
  ) -> Instant? {
    let periods = periods(of: chain, in: group)
    let services = servicesBefore(periods)
    let reduced = periods.filter {
      $0.bought.isCharged && $0.hasBegun(at: moment)
        && $0.bought.revocation(at: moment)?.isOfAll != true
        && services[$0.transactionID, default: 0] >= settings.yearOfService
    }
    return reduced.map(\.start).min().map(Instant.init(milliseconds:))
  }
}

extension ModelSpan {
  var isEmpty: Bool { end <= start }
}
