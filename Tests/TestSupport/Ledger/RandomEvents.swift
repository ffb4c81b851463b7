import Foundation
package import Ledger

/// Random events from a seed, with every optional field sometimes present and sometimes absent.
package struct RandomEvents {
  private var values: RandomValues

  package init(seed: UInt64) {
    values = RandomValues(seed: seed)
  }

  package mutating func next() -> LedgerEvent {
    switch values.number(in: 0...23) {
    case 0: .chain(.transactionObserved(transaction()))
    case 1:
      .chain(
        .renewalObserved(renewal(status: values.maybe { RenewalStatus(rawValue: $0.number()) })))
    case 2: .chain(.notificationReceived(notification()))
    case 3:
      .chain(
        .chainOwned(
          ChainOwned(
            chain: values.chain(), account: values.account(),
            decidedAt: values.moment())))
    case 4:
      .account(
        .chainClaimed(
          ChainClaimed(
            chain: values.chain(), account: values.account(),
            claimedAt: values.moment())))
    case 5: .chain(.grantMade(grant()))
    case 6: .account(.coinsMoved(movement()))
    case 7:
      .account(
        .accountAliased(
          AccountAliased(
            environment: .production, bundleID: "com.example.game", alias: values.account(),
            account: values.account(), decidedAt: values.moment())))
    case 8:
      .account(
        .aliasClaimed(
          AliasClaimed(
            environment: .sandbox, bundleID: "com.example.game", account: values.account(),
            alias: values.account(), claimedAt: values.moment())))
    case 9: .chain(.ownershipChanged(change()))
    case 10: .chain(.grantAcknowledged(acknowledgement()))
    case 11:
      .account(
        .consentChanged(
          ConsentChanged(
            environment: .sandbox, bundleID: "com.example.game", account: values.account(),
            given: values.flip(),
            number: values.number(in: 1...9), changedAt: values.moment())))
    case 12:
      .account(
        .promotionGranted(
          PromotionGranted(
            environment: .production, bundleID: "com.example.game", account: values.account(),
            id: values.uuid(),
            thing: values.flip()
              ? .name(values.word()) : .product(ProductID(values.word()), .nonConsumable),
            until: values.moment(), author: author(), reason: values.word(),
            grantedAt: values.moment())))
    case 13:
      .account(
        .promotionWithdrawn(
          PromotionWithdrawn(
            environment: .sandbox, bundleID: "com.example.game", account: values.account(),
            id: values.uuid(), author: author(), reason: values.word(),
            withdrawnAt: values.moment())))
    case 14...22: .shared(RandomSharedEvents.next(&values))
    default:
      .account(
        .accountErased(
          AccountErased(
            environment: .production, bundleID: "com.example.game", account: values.account(),
            chains: values.maybe { [OriginalTransactionID($0.word())] } ?? [],
            erasedAt: values.moment())))
    }
  }

  /// Returns a signed notification with the facts that Apple sends in the same message, sometimes
  /// without one or both.
  package mutating func nextMessage() -> [LedgerEvent] {
    let chain = values.chain()
    let transaction = values.flip() ? transaction(of: chain) : nil
    let (status, subtype) = (values.maybe { $0.number() }, values.maybe { $0.subtype() })
    let renewal =
      values.flip()
      ? renewal(of: chain, status: RenewalStatus(number: status, subtype: subtype)) : nil
    let notification = ReceivedNotification(
      notificationUUID: values.uuid(), notificationType: values.word(),
      subtype: subtype, bundleID: "com.example.game", environment: chain.environment,
      chain: transaction?.chain ?? renewal?.chain, transactionID: transaction?.transactionID,
      status: status,
      details: values.flip() ? [:] : [values.word(): values.word()], trust: .signed,
      signedDate: values.moment())
    let facts = [
      transaction.map(ChainEvent.transactionObserved), renewal.map(ChainEvent.renewalObserved),
    ]
    return ([.notificationReceived(notification)] + facts.compactMap(\.self)).map { .chain($0) }
  }

  private mutating func author() -> ActAuthor {
    ActAuthor(name: values.word(), key: values.maybe { $0.word() })
  }

  private mutating func grant() -> GrantMade {
    GrantMade(
      chain: values.chain(), account: values.maybe { $0.account() },
      transactionID: TransactionID(values.word()), productID: ProductID(values.word()),
      coin: Coin(values.word()),
      quantity: values.number(), amount: values.number(in: 1...999), duringTrial: values.flip(),
      catalog: values.number(in: 1...9), decidedAt: values.moment())
  }

  private mutating func change() -> OwnershipChanged {
    let causes = OwnershipChanged.Cause.allCases
    return OwnershipChanged(
      chain: values.chain(),
      owners: [values.account(), values.account()],
      account: values.account(), cause: values.element(of: causes),
      author: values.maybe { $0.word() }, reason: values.maybe { $0.word() },
      rules: values.flip() ? 2 : nil,
      decidedAt: values.moment())
  }

  private mutating func acknowledgement() -> GrantAcknowledged {
    let (chain, id, coin) = (values.chain(), TransactionID(values.word()), Coin(values.word()))
    return GrantAcknowledged(
      chain: chain, grant: GrantID(chain.environment, id, coin),
      transactionID: id, coin: coin, acknowledgedAt: values.moment())
  }

  private mutating func movement() -> CoinsMoved {
    let amount: Int64 = values.number(in: 1...999)
    let id = GrantID(.production, TransactionID(values.word()), Coin(values.word()))
    let movements: [CoinMovement] = [
      .credited(grant: id, amount: amount), .takenBack(grant: id, total: amount, revision: 1),
      .spent(amount: amount),
      .adjusted(amount: -amount, reason: values.word(), author: values.word()),
      .reserved(amount: amount), .committed(reservation: "r", amount: amount),
      .canceled(reservation: "r", amount: amount),
    ]
    return CoinsMoved(
      environment: values.flip() ? .sandbox : .production, bundleID: "com.example.game",
      account: values.account(), coin: Coin(values.word()),
      movement: values.element(of: movements),
      key: IdempotencyKey(values.word()), reference: values.maybe { $0.word() },
      movedAt: values.moment())
  }

  /// Returns a signed fact of a chain, or one of any chain and source.
  private mutating func transaction(of known: ChainID? = nil) -> TransactionFact {
    TransactionFact(
      chain: known ?? values.chain(), transactionID: TransactionID(values.word()),
      purchase: purchase(), expiresDate: values.group { $0.moment() },
      isUpgraded: values.maybe { $0.flip() }, revocation: values.group { $0.revocation() },
      trust: known == nil ? values.trust() : .signed, assertedAt: values.moment())
  }

  private mutating func purchase() -> Purchase {
    var purchase = Purchase(
      productID: ProductID(values.word()),
      type: values.flip() ? .autoRenewable : "A type of tomorrow",
      subscriptionGroupID: values.maybe { SubscriptionGroupID($0.word()) },
      purchaseDate: values.moment(),
      originalPurchaseDate: values.maybe { $0.moment() }, quantity: values.number(),
      ownership: values.flip() ? .purchased : .familyShared)
    purchase.reason = values.maybe { $0.word() }
    purchase.storefront = values.maybe { $0.word() }
    purchase.storefrontID = values.maybe { $0.word() }
    purchase.price = values.maybe { Int64($0.number()) * 1_000_000 }
    purchase.currency = values.maybe { $0.word() }
    purchase.offer = values.maybe { $0.offer() }
    purchase.webOrderLineItemID = values.maybe { $0.word() }
    purchase.appAccountToken = values.maybe { $0.uuid() }
    purchase.appTransactionID = values.maybe { AppTransactionID($0.word()) }
    purchase.previousOriginalTransactionID = values.maybe { OriginalTransactionID($0.word()) }
    purchase.billingPlanType = values.maybe { $0.word() }
    return purchase
  }

  /// Returns a signed fact of a chain, or one of any chain and source.
  private mutating func renewal(
    of known: ChainID? = nil, status: RenewalStatus?
  ) -> RenewalFact {
    var plan = RenewalPlan(
      productID: ProductID(values.word()),
      autoRenewProductID: values.maybe { ProductID($0.word()) },
      autoRenew: values.maybe { $0.flip() }, renewalDate: values.maybe { $0.moment() })
    plan.renewalPrice = values.maybe { Int64($0.number()) }
    plan.currency = values.maybe { $0.word() }
    plan.appAccountToken = values.maybe { $0.uuid() }
    plan.appTransactionID = values.maybe { AppTransactionID($0.word()) }
    plan.recentSubscriptionStartDate = values.maybe { $0.moment() }
    plan.renewalBillingPlanType = values.maybe { $0.word() }
    plan.eligibleWinBackOfferIDs = values.flip() ? [] : [values.word(), values.word()]
    return RenewalFact(
      chain: known ?? values.chain(), plan: plan,
      gracePeriodExpiresDate: values.group { $0.moment() },
      isInBillingRetry: values.group { $0.flip() }, expirationIntent: values.group { $0.number() },
      priceIncreaseStatus: values.group { $0.number() }, nextOffer: values.group { $0.offer() },
      status: status, trust: known == nil ? values.trust() : .signed, assertedAt: values.moment())
  }

  private mutating func notification() -> ReceivedNotification {
    ReceivedNotification(
      notificationUUID: values.uuid(), notificationType: values.word(),
      subtype: values.maybe { $0.word() },
      bundleID: "com.example.game", environment: .sandbox,
      chain: values.maybe { ChainID(.sandbox, OriginalTransactionID($0.word())) },
      transactionID: values.maybe { TransactionID($0.word()) },
      status: values.maybe { $0.number() },
      details: values.flip() ? [:] : [values.word(): values.word()], trust: values.trust(),
      signedDate: values.moment())
  }
}
