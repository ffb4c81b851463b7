import AppStore
package import EventStore
package import Intake
package import Ledger

/// A handler that answers Apple when a customer requests a refund: whether the purchase was
/// delivered, and how much of it was used. It answers only if the app's policy says so and the
/// customer consented.
///
/// Without consent, the handler checks again until Apple's deadline.
package struct ConsumptionHandler: JobHandler {
  /// The interval between two checks of the customer's consent.
  package static let consentPause: Duration = .seconds(15 * 60)

  package let kinds: Set<JobKind> = [.consumption]
  private let policies: [BundleID: ConsumptionPolicy]
  private let intake: Intake
  private let accounts: AccountReader
  private let clients: ServerAPIClients
  private let now: @Sendable () -> Instant

  package init(
    _ apps: [ConfiguredApp], intake: Intake, log: EventLog, clients: ServerAPIClients,
    now: @escaping @Sendable () -> Instant
  ) {
    policies = Dictionary(
      apps.compactMap { app in app.consumption.map { (app.bundleID, $0) } },
      uniquingKeysWith: { first, _ in first })
    self.intake = intake
    self.clients = clients
    self.now = now
    accounts = AccountReader(log)
  }

  package func perform(_ job: Job) async throws -> JobResult {
    guard let (id, chain) = job.transaction else {
      return .unreadable
    }
    guard let policy = job.bundleID.flatMap({ policies[$0] }) else {
      return .configuration(reason: "consumption_not_answered")
    }
    let deliveries = try await intake.deliveries.deliveries(of: chain)
    guard try await isConsented(deliveries.book.chain) else {
      return .again(at: now() + Self.consentPause)
    }
    guard let type = deliveries.type(of: id), type != .untold,
      let answer = try await intake.deliveries.consumption(of: id, by: deliveries)
    else { return .retry(reason: "transaction_unknown") }
    let body = ConsumptionRequestBody(answer, about: type, by: policy)
    return try await clients.ask(for: job) { service in
      try await service.client.transactions.sendConsumption(
        body, about: id.rawValue, in: service.environment)
    }
  }

  /// Returns true if the present owner of the purchase consented.
  private func isConsented(_ chain: ChainState) async throws -> Bool {
    guard let owner = chain.presentOwner else { return false }
    return try await accounts.consumptionConsent(of: owner).isGiven
  }
}

extension ConsumptionRequestBody {
  /// Creates the body of an answer. Apple accepts the preference for a prorated refund only with a
  /// share that was used, except for auto-renewable subscriptions.
  init(_ answer: ConsumptionAnswer, about type: ProductType, by policy: ConsumptionPolicy) {
    let isProratable = type == .autoRenewable || (answer.share ?? 0) > 0
    let preference = policy.refundPreference
    self.init(
      deliveryStatus: answer.isDelivered ? .delivered : .undeliveredOther,
      sampleContentProvided: policy.sampleContentProvided, consumptionPercentage: answer.share,
      refundPreference: preference == .grantProrated && !isProratable ? nil : preference)
  }
}
