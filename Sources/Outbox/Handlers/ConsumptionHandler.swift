import AppStore
package import EventStore
package import Intake
package import Ledger

/// Answers Apple when a customer wants a refund: whether the purchase was delivered and how much of it was
/// used, where the app wants that and the customer consented.
///
/// While there is no consent it looks again, until Apple does not listen any more.
package struct ConsumptionHandler: ErrandHandler {
  /// How often it looks whether the customer has consented.
  package static let consentPause: Duration = .seconds(15 * 60)

  package let kinds: Set<ErrandKind> = [.consumption]
  private let policies: [BundleID: ConsumptionPolicy]
  private let intake: Intake
  private let log: EventLog
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
    self.log = log
  }

  package func perform(_ errand: Errand) async throws -> ErrandOutcome {
    guard let (id, chain) = errand.transaction else {
      return .unreadable
    }
    guard let policy = errand.bundleID.flatMap({ policies[$0] }) else {
      return .configuration(reason: "consumption_not_answered")
    }
    let deliveries = try await intake.deliveries(of: chain)
    guard try await isConsented(deliveries.book.chain) else {
      return .again(at: now() + Self.consentPause)
    }
    guard let type = deliveries.type(of: id),
      let answer = try await intake.consumption(of: id, by: deliveries)
    else { return .retry(reason: "transaction_unknown") }
    let body = ConsumptionRequestBody(answer, about: type, by: policy)
    return try await clients.ask(for: errand) { desk in
      try await desk.client.sendConsumption(body, about: id.rawValue, in: desk.environment)
    }
  }

  /// By whom the purchase belongs to now.
  private func isConsented(_ chain: ChainState) async throws -> Bool {
    guard let owner = chain.presentOwner else { return false }
    return try await log.consumptionConsent(of: owner).isGiven
  }
}

extension ConsumptionRequestBody {
  /// Apple takes a wish for a prorated refund only with a share that was used, but for subscriptions that
  /// renew.
  init(_ answer: ConsumptionAnswer, about type: ProductType, by policy: ConsumptionPolicy) {
    let isProratable = type == .autoRenewable || (answer.share ?? 0) > 0
    let wish = policy.refundPreference
    self.init(
      deliveryStatus: answer.isDelivered ? .delivered : .undeliveredOther,
      sampleContentProvided: policy.sampleContentProvided, consumptionPercentage: answer.share,
      refundPreference: wish == .grantProrated && !isProratable ? nil : wish)
  }
}
