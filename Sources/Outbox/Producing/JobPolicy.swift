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

  /// Returns the jobs that an event creates.
  ///
  /// - Parameter isFirst: true if the chain of the event was unknown before.
  package func jobs(
    for event: RecordedEvent, isFirst: Bool, at now: Instant
  ) -> [NewJob] {
    switch event.event.ofChain?.topic {
    case .fact(.transaction(let fact)): jobs(for: fact, event, isFirst: isFirst, at: now)
    case .notification(let notification): jobs(for: notification, event, at: now)
    case .grant(.acknowledged(let acknowledged)): jobs(for: acknowledged, at: now)
    case .fact(.renewal), .ownership, .grant(.made), .grant(.assigned), nil: []
    }
  }

  /// Returns the jobs of a transaction. Apple's history of a chain is fetched when the chain is
  /// first known, when only a shared secret vouches for the transaction, when a receipt tells anything new,
  /// and when Apple first signs a charge without its price. A copy of a known transaction creates no finish job, and neither does the app itself.
  private func jobs(
    for fact: TransactionFact, _ event: RecordedEvent, isFirst: Bool, at now: Instant
  ) -> [NewJob] {
    guard let app = app(fact.chain.bundleID, fact.chain.environment) else { return [] }
    var jobs: [NewJob] = []
    let isNewOfReceipt = fact.assertion.trust == .receipt && event.reasserts == nil
    let isNewWithoutPrice = fact.isPriceMissing && event.reasserts == nil
    if isFirst || isNewOfReceipt || isNewWithoutPrice || fact.assertion.trust == .sharedSecret {
      jobs.append(history(of: fact.chain, for: fact.token, at: now))
    }
    if app.finish != .off, event.reasserts == nil, fact.assertion.trust == .signed,
      fact.revocation.value == nil, fact.purchase.type != .app
    {
      jobs.append(finish(fact.transactionID, in: fact.chain, at: now))
    }
    return jobs
  }

  /// Returns the jobs of a notification. Nothing of one of version 1 is signed, so that its chain is
  /// fetched with the renewal, and it has no date, so that its arrival begins the time for an answer.
  private func jobs(
    for notification: ReceivedNotification, _ event: RecordedEvent, at now: Instant
  ) -> [NewJob] {
    guard let app = app(notification.bundleID, notification.environment),
      let chain = notification.chain
    else { return [] }
    var jobs: [NewJob] = []
    let isSigned = notification.trust == .signed
    if notification.trust == .sharedSecret {
      jobs.append(history(of: chain, for: nil, at: now))
      if !Self.withoutRenewal.contains(notification.notificationType) {
        jobs.append(status(of: chain, at: now))
      }
    }
    let asked = isSigned ? notification.signedDate : event.recordedAt
    let deadline = asked + Self.consumptionDeadline
    guard notification.notificationType == Self.consumptionRequest, app.consumption != nil,
      let transactionID = notification.transactionID, now < deadline
    else { return jobs }
    let subject = TransactionSubject(
      transactionID, of: chain, notification: notification.notificationUUID)
    return jobs + [
      NewJob(
        .consumption, about: subject.description, in: notification.environment,
        of: notification.bundleID,
        dueAt: now, deadline: deadline)
    ]
  }

  /// Returns the request for Apple's signed word about a renewal; nil unless only a shared secret
  /// vouches for this one. A history tells transactions alone.
  package func confirmation(of renewal: RenewalFact, at now: Instant) -> NewJob? {
    let chain = renewal.chain
    guard renewal.assertion.trust == .sharedSecret, app(chain.bundleID, chain.environment) != nil
    else { return nil }
    return status(of: chain, at: now)
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
