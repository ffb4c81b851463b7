package import Intake
package import Ledger

/// The policy that decides which jobs an event creates, by the settings of each app.
package struct JobPolicy: Sendable {
  /// The time after Apple's request in which an answer about consumption is accepted.
  package static let consumptionDeadline: Duration = .seconds(12 * 3_600)
  private static let consumptionRequest = "CONSUMPTION_REQUEST"
  /// The notifications of version 1 about products without a renewal.
  private static let withoutRenewal: Set<String> = ["REFUND", consumptionRequest]

  private let apps: [BundleID: ConfiguredApp]

  /// - Parameter askable: the apps with a key for Apple's Server API; other apps get no jobs.
  package init(_ apps: [ConfiguredApp], askable: Set<BundleID>) {
    self.apps = Dictionary(
      apps.filter { askable.contains($0.bundleID) }.map { ($0.bundleID, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the jobs of an event that tell Apple something.
  package func jobs(for event: RecordedEvent, at now: Instant) -> [NewJob] {
    switch event.event.ofChain?.topic {
    case .fact(.transaction(let fact)): finish(fact, event, at: now)
    case .notification(let notification): answer(to: notification, event, at: now)
    case .grant(.acknowledged(let acknowledged)): jobs(for: acknowledged, at: now)
    case .fact(.renewal), .ownership, .grant(.made), .grant(.assigned), nil: []
    }
  }

  /// Returns the jobs of an event that read what Apple signed.
  ///
  /// - Parameter isFirst: true if the chain of the event was unknown before.
  package func readings(
    for event: RecordedEvent, isFirst: Bool, at now: Instant
  ) -> [NewJob] {
    switch event.event.ofChain?.topic {
    case .fact(.transaction(let fact)): readings(for: fact, event, isFirst: isFirst, at: now)
    case .fact(.renewal(let renewal)): readings(for: renewal, at: now)
    case .notification(let notification): readings(for: notification, at: now)
    case .ownership, .grant, nil: []
    }
  }

  /// Returns the readings of a transaction. Apple's history of a chain is fetched when the chain is
  /// first known, when only a shared secret vouches for the transaction, when a receipt tells anything new,
  /// and when Apple first signs a charge without its price.
  private func readings(
    for fact: TransactionFact, _ event: RecordedEvent, isFirst: Bool, at now: Instant
  ) -> [NewJob] {
    let isNew =
      event.reasserts == nil && (fact.assertion.trust == .receipt || fact.isPriceMissing)
    guard app(fact.chain.bundleID, fact.chain.environment) != nil,
      isFirst || isNew || fact.assertion.trust == .sharedSecret
    else { return [] }
    return [history(of: fact.chain, for: fact.token, at: now)]
  }

  /// Returns the request for Apple's signed word about a renewal; none unless only a shared secret
  /// vouches for this one. A history tells transactions alone.
  private func readings(for renewal: RenewalFact, at now: Instant) -> [NewJob] {
    let chain = renewal.chain
    guard renewal.assertion.trust == .sharedSecret, app(chain.bundleID, chain.environment) != nil
    else { return [] }
    return [status(of: chain, at: now)]
  }

  /// Returns the readings of a notification of version 1. Apple signed no part of it, so its chain is fetched
  /// with the renewal.
  private func readings(for notification: ReceivedNotification, at now: Instant) -> [NewJob] {
    guard notification.trust == .sharedSecret, let chain = notification.chain,
      app(notification.bundleID, notification.environment) != nil
    else { return [] }
    let history = history(of: chain, for: nil, at: now)
    return Self.withoutRenewal.contains(notification.notificationType)
      ? [history] : [history, status(of: chain, at: now)]
  }

  /// Returns the finish of a transaction. A copy of a known transaction has none, and neither has the app itself.
  private func finish(
    _ fact: TransactionFact, _ event: RecordedEvent, at now: Instant
  ) -> [NewJob] {
    guard let app = app(fact.chain.bundleID, fact.chain.environment), app.finish != .off,
      event.reasserts == nil, fact.assertion.trust == .signed, fact.revocation.value == nil,
      fact.purchase.type != .app
    else { return [] }
    return [finish(fact.transactionID, in: fact.chain, at: now)]
  }

  /// Returns the answer to a request about consumption. A notification of version 1 has no date: the time for an
  /// answer begins with its arrival.
  private func answer(
    to notification: ReceivedNotification, _ event: RecordedEvent, at now: Instant
  ) -> [NewJob] {
    let asked = notification.trust == .signed ? notification.signedDate : event.recordedAt
    let deadline = asked + Self.consumptionDeadline
    guard notification.notificationType == Self.consumptionRequest,
      app(notification.bundleID, notification.environment)?.consumption != nil,
      let chain = notification.chain, let transactionID = notification.transactionID,
      now < deadline
    else { return [] }
    let subject = TransactionSubject(
      transactionID, of: chain, notification: notification.notificationUUID)
    return [
      NewJob(
        .consumption, about: subject.description, in: notification.environment,
        of: notification.bundleID, dueAt: now, deadline: deadline)
    ]
  }

  private func jobs(for acknowledged: GrantAcknowledged, at now: Instant) -> [NewJob] {
    guard
      let app = app(acknowledged.chain.bundleID, acknowledged.chain.environment),
      app.finish == .acknowledged
    else { return [] }
    return [finish(acknowledged.transactionID, in: acknowledged.chain, at: now)]
  }

  private func app(
    _ bundleID: BundleID, _ environment: StoreEnvironment
  ) -> ConfiguredApp? {
    environment.isOfApple ? apps[bundleID] : nil
  }

  private func history(
    of chain: ChainID, for account: AccountReference?, at now: Instant
  ) -> NewJob {
    NewJob(
      .history, about: chain.originalTransactionID.rawValue, in: chain.environment,
      of: chain.bundleID, for: account, dueAt: now)
  }

  private func status(of chain: ChainID, at now: Instant) -> NewJob {
    NewJob(
      .status, about: chain.originalTransactionID.rawValue, in: chain.environment,
      of: chain.bundleID, dueAt: now)
  }

  private func finish(
    _ transactionID: TransactionID, in chain: ChainID, at now: Instant
  ) -> NewJob {
    NewJob(
      .finish, about: TransactionSubject(transactionID, of: chain).description,
      in: chain.environment, of: chain.bundleID, dueAt: now)
  }
}

extension TransactionFact {
  fileprivate var token: AccountReference? {
    purchase.appAccountToken.map { chain.reference(to: AccountID(token: $0)) }
  }
}
