package import Intake
package import Ledger

/// What is owed by an event, given what each app wants.
package struct ErrandRule: Sendable {
  /// For so long after Apple asked about a purchase's use an answer is heard.
  package static let consumptionDeadline: Duration = .seconds(12 * 3_600)
  private static let consumptionRequest = "CONSUMPTION_REQUEST"
  /// Those that Apple's Server API knows.
  private static let environments: Set<StoreEnvironment> = [.production, .sandbox]

  private let apps: [BundleID: ConfiguredApp]

  /// - Parameter askable: the apps with a key for Apple's Server API; of the others nothing is owed.
  package init(_ apps: [ConfiguredApp], askable: Set<BundleID>) {
    self.apps = Dictionary(
      apps.filter { askable.contains($0.bundleID) }.map { ($0.bundleID, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// - Parameter isFirst: whether nothing was heard of its chain before.
  package func owed(
    by event: RecordedEvent, isFirst: Bool, at now: Instant
  ) -> [NewErrand] {
    switch event.event {
    case .transactionObserved(let fact): owed(by: fact, event, isFirst: isFirst, at: now)
    case .noticeReceived(let notice): owed(by: notice, at: now)
    case .grantAcknowledged(let acknowledged): owed(by: acknowledged, at: now)
    case .renewalObserved, .chainOwned, .chainClaimed, .accountErased, .programmeEntered,
      .termsPublished, .cataloguePublished, .grantMade, .coinsMoved, .accountAliased, .aliasClaimed,
      .ownershipChanged, .consentChanged, .openingDeclared, .epochOpened:
      []
    }
  }

  /// All that Apple has of a chain is fetched when it is first heard of, and where only a shared secret
  /// vouches for what was heard. A copy of what is known finishes nothing anew.
  private func owed(
    by fact: TransactionFact, _ event: RecordedEvent, isFirst: Bool, at now: Instant
  ) -> [NewErrand] {
    guard let app = app(fact.bundleID, fact.chain.environment) else { return [] }
    var errands: [NewErrand] = []
    if isFirst || fact.assertion.trust == .sharedSecret {
      errands.append(history(of: fact.chain, fact.bundleID, for: fact.token, at: now))
    }
    if app.finish != .off, event.reasserts == nil, fact.assertion.trust == .signed,
      fact.revocation.value == nil
    {
      errands.append(finish(fact.transactionID, in: fact.chain, fact.bundleID, at: now))
    }
    return errands
  }

  private func owed(by notice: Notice, at now: Instant) -> [NewErrand] {
    guard let app = app(notice.bundleID, notice.environment) else { return [] }
    if notice.trust == .sharedSecret, let chain = notice.chain {
      return [history(of: chain, notice.bundleID, for: nil, at: now)]
    }
    let deadline = notice.signedDate + Self.consumptionDeadline
    guard notice.notificationType == Self.consumptionRequest, app.consumption != nil,
      let transactionID = notice.transactionID, let chain = notice.chain, now < deadline
    else { return [] }
    let subject = TransactionSubject(transactionID, of: chain, notice: notice.notificationUUID)
    return [
      NewErrand(
        .consumption, about: subject.description, in: notice.environment, of: notice.bundleID,
        dueAt: now, deadline: deadline)
    ]
  }

  private func owed(by acknowledged: GrantAcknowledged, at now: Instant) -> [NewErrand] {
    guard
      let app = app(acknowledged.bundleID, acknowledged.chain.environment),
      app.finish == .acknowledged
    else { return [] }
    return [
      finish(
        acknowledged.transactionID, in: acknowledged.chain, acknowledged.bundleID, at: now)
    ]
  }

  private func app(
    _ bundleID: BundleID, _ environment: StoreEnvironment
  ) -> ConfiguredApp? {
    Self.environments.contains(environment) ? apps[bundleID] : nil
  }

  private func history(
    of chain: ChainID, _ bundleID: BundleID, for account: AccountReference?, at now: Instant
  ) -> NewErrand {
    NewErrand(
      .history, about: chain.originalTransactionID.rawValue, in: chain.environment, of: bundleID,
      for: account, dueAt: now)
  }

  private func finish(
    _ transactionID: TransactionID, in chain: ChainID, _ bundleID: BundleID, at now: Instant
  ) -> NewErrand {
    NewErrand(
      .finish, about: TransactionSubject(transactionID, of: chain).description,
      in: chain.environment, of: bundleID, dueAt: now)
  }
}

extension TransactionFact {
  fileprivate var token: AccountReference? {
    purchase.appAccountToken.map {
      AccountReference(chain.environment, bundleID, AccountID(token: $0))
    }
  }
}
