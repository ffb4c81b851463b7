import Ledger

/// The reasons for which service begins.
enum ModelBeginning {
  case trial, new, recovered, returnedInTime, returnedLate
}

extension ModelCourse {
  /// Returns the reason for which service begins with a step after none.
  func beginning(
    at step: Step, gapMax: Int64, _ mutation: CustomersMutation?
  ) -> ModelBeginning? {
    guard step.before == nil, let period = step.after else { return nil }
    let earlier = steps.filter { $0.at < step.at }
    guard let end = earlier.last?.at else { return period.bought.isCharged ? .new : .trial }
    guard period.purchaseDate == step.at, isBought(period) else { return .recovered }
    let gapBegan =
      mutation == .gapBeginsAfterGrace ? end : lastEnd(before: period) ?? end
    return period.start - gapBegan > gapMax ? .returnedLate : .returnedInTime
  }

  /// Returns true for a purchase of the customer's. Where no source tells the reason, a period that begins when
  /// another ended is a renewal.
  private func isBought(_ period: ModelPeriod) -> Bool {
    if let reason = period.bought.purchase.reason { return reason != "RENEWAL" }
    return !periods.contains {
      $0.bought.chain == period.bought.chain
        && $0.bought.expiresDate == period.bought.purchase.purchaseDate
    }
  }

  /// Returns the end of the last service by the rules of tenure, as it stood when the period was bought.
  private func lastEnd(before period: ModelPeriod) -> Int64? {
    let charge = period.bought.purchase.purchaseDate
    let services = periods.filter {
      $0.bought.name != period.bought.name && $0.purchaseDate <= charge.milliseconds
        && $0.hasBegun(at: charge)
    }.compactMap { $0.service(at: charge) }
    return services.map(\.alive.end).max()
  }
}
