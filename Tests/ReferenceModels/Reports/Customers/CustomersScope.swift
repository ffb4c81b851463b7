import Ledger

/// The facts that a question for a report of customers may see, and the time that it is about.
struct CustomersScope {
  let question: ModelReportQuestion
  let settings: ModelSettings
  let mutation: CustomersMutation?
  /// The events within the cut, of the shared lane and of the app.
  let events: [RecordedEvent]
  let facts: ModelFacts
  /// The first moment of the time in milliseconds; nil for the beginning.
  let from: Int64?
  /// The first moment after the time, which is at most that of the cut.
  let to: Int64

  init(
    _ facts: ModelReportFacts, _ question: ModelReportQuestion, mutation: CustomersMutation?
  ) {
    self.question = question
    self.mutation = mutation
    settings = facts.settings
    events = facts.events.filter { event in
      event.id.position <= question.cut.lanes[event.id.lane] ?? 0
        && Self.concerns(event.event, question)
    }
    self.facts = ModelFacts(events, settings: facts.settings)
    let end =
      mutation == .timePassesCut
      ? question.to.milliseconds
      : min(question.to.milliseconds, question.knownAt.milliseconds)
    to = end
    from = question.from.map { min($0.milliseconds, end) }
  }

  /// Returns true for an event of the asked app and environment, and for one of all.
  private static func concerns(_ event: LedgerEvent, _ question: ModelReportQuestion) -> Bool {
    guard case .chain(let event) = event, let chain = event.chainOfFact else { return true }
    return chain.bundleID == question.app && chain.environment == question.environment
  }

  /// The courses of all customers in each of their groups.
  var courses: [ModelCourse] {
    customers.flatMap { customer in
      customer.groups.map { ModelCourse(customer, in: $0, facts.renewals, mutation) }
    }
  }

  var customers: [ModelCustomer] {
    guard mutation == .chainsAreCustomers else { return facts.customers }
    return facts.chains.map { ModelCustomer(chains: [$0]) }
  }

  /// Returns true if a moment lies in the time.
  func contains(_ moment: Int64) -> Bool {
    (from.map { $0 <= moment } ?? true)
      && (mutation == .endBelongsToTime ? moment <= to : moment < to)
  }

  /// Returns the values of a purchase in the columns that divide the report.
  func divided(_ purchase: Purchase, byCurrency: Bool) -> ModelReportRow {
    var row: ModelReportRow = [:]
    if question.divisions.contains(.product) { row["product"] = purchase.productID.rawValue }
    if question.divisions.contains(.group) {
      row["group"] = purchase.subscriptionGroupID?.rawValue ?? ""
    }
    if question.divisions.contains(.storefront) { row["storefront"] = purchase.storefront ?? "" }
    if byCurrency { row["currency"] = purchase.currency ?? "" }
    return row
  }
}

extension ModelCustomer {
  var groups: [SubscriptionGroupID] {
    Set(chains.flatMap(\.periods).compactMap(\.bought.purchase.subscriptionGroupID)).sorted()
  }
}
