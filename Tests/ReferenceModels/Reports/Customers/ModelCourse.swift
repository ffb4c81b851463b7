import Ledger

/// The course of one customer in one subscription group: the changes of the period that serves.
struct ModelCourse {
  /// A change at one moment.
  struct Step {
    let at: Int64
    let before: ModelPeriod?
    let after: ModelPeriod?
    /// True if the period before would not have served longer.
    let isEnd: Bool
  }

  let customer: ModelCustomer
  let group: SubscriptionGroupID
  /// All periods by their dates.
  let periods: [ModelPeriod]
  let renewals: [RenewalFact]
  let steps: [Step]

  /// Looks at each moment at which anything changes. Of several periods that serve, the one bought last counts.
  init(
    _ customer: ModelCustomer, in group: SubscriptionGroupID, _ renewals: [RenewalFact],
    _ mutation: CustomersMutation?
  ) {
    self.customer = customer
    self.group = group
    self.renewals = renewals
    periods = customer.periods(of: group).sorted { $0.order < $1.order }
    var servings = customer.chains.flatMap { $0.servings(of: group, renewals) }
    if mutation == .graceIsNoService {
      servings.removeAll { $0.span.start >= $0.period.aliveEnd }
    }
    let refundsEnd = mutation != .refundsEndNothing
    var steps: [Step] = []
    var before: ModelPeriod?
    for moment in Set(servings.flatMap(\.boundaries)).sorted() {
      let running = servings.filter { $0.runs(at: moment, refundsEnd: refundsEnd) }.map(\.period)
      let after = running.max { $0.order < $1.order }
      guard after?.bought.name != before?.bought.name else { continue }
      let isEnd = !running.contains { $0.bought.name == before?.bought.name }
      steps.append(Step(at: moment, before: before, after: after, isEnd: isEnd))
      before = after
    }
    self.steps = steps
  }

  /// Returns the period that serves until a moment: what begins or ends at the moment comes after it.
  func period(until moment: Int64) -> ModelPeriod? {
    steps.last { $0.at < moment }?.after
  }

  func chain(of period: ModelPeriod) -> ModelChain? {
    customer.chains.first { $0.chain == period.bought.chain }
  }
}
