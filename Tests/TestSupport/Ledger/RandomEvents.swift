import AppStoreSimulator
import Foundation
package import Ledger

/// Random events from a seed, with every optional field sometimes present and sometimes absent.
package struct RandomEvents {
  private var random: SplitMix64

  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  package mutating func next() -> LedgerEvent {
    switch Int.random(in: 0..<21, using: &random) {
    case 0: .chain(.transactionObserved(transaction()))
    case 1: .chain(.renewalObserved(renewal()))
    case 2: .chain(.notificationReceived(notification()))
    case 3:
      .chain(
        .chainOwned(
          ChainOwned(
            chain: chain(), bundleID: "com.example.game", account: account(),
            decidedAt: moment())))
    case 4:
      .account(
        .chainClaimed(
          ChainClaimed(
            chain: chain(), bundleID: "com.example.game", account: account(), claimedAt: moment())))
    case 5:
      .shared(
        .programEntered(
          ProgramEntered(
            program: word(), bundleID: maybe { BundleID($0.word()) }, from: moment(),
            until: maybe { $0.moment() }, enteredAt: moment())))
    case 6: .shared(.termsPublished(terms()))
    case 7: .chain(.grantMade(grant()))
    case 8: .account(.coinsMoved(movement()))
    case 9: catalog().map { .shared(.catalogPublished($0)) } ?? .chain(.grantMade(grant()))
    case 10:
      .account(
        .accountAliased(
          AccountAliased(
            environment: .production, bundleID: "com.example.game", alias: account(),
            account: account(), decidedAt: moment())))
    case 11:
      .account(
        .aliasClaimed(
          AliasClaimed(
            environment: .sandbox, bundleID: "com.example.game", account: account(),
            alias: account(), claimedAt: moment())))
    case 12: .chain(.ownershipChanged(change()))
    case 13: .chain(.grantAcknowledged(acknowledgement()))
    case 14:
      .account(
        .consentChanged(
          ConsentChanged(
            environment: .sandbox, bundleID: "com.example.game", account: account(), given: flip(),
            number: Int.random(in: 1...9, using: &random), changedAt: moment())))
    case 15:
      .shared(
        .cutOverDeclared(
          CutOverDeclared(
            bundleID: "com.example.game", environment: flip() ? .sandbox : .production,
            before: moment(), decidedAt: moment())))
    case 16: .shared(.epochOpened(EpochOpened(epoch: uuid(), reason: word(), openedAt: moment())))
    case 17: .shared(.rulesChanged(RulesChanged(number: 2, changedAt: moment())))
    case 18:
      .shared(
        .taxesPublished(
          TaxesPublished(
            bundleID: "com.example.game",
            rows: [
              TaxTable.Row(
                storefront: word(), productID: maybe { ProductID($0.word()) },
                from: maybe { $0.moment() }, thousandths: Int.random(in: 0...250, using: &random))
            ], author: word(), publishedAt: moment())))
    case 19: .shared(.settlementRecorded(settlement()))
    default:
      .account(
        .accountErased(
          AccountErased(
            environment: .production, bundleID: "com.example.game", account: account(),
            chains: maybe { [OriginalTransactionID($0.word())] } ?? [], erasedAt: moment())))
    }
  }

  /// Returns a signed notification with the facts that Apple sends in the same message, sometimes
  /// without one or both.
  package mutating func nextMessage() -> [LedgerEvent] {
    let chain = chain()
    let transaction = maybe { $0.transaction(of: chain) }
    let renewal = maybe { $0.renewal(of: chain) }
    let notification = ReceivedNotification(
      notificationUUID: uuid(), notificationType: word(), subtype: maybe { $0.word() },
      bundleID: "com.example.game", environment: chain.environment,
      chain: transaction?.chain ?? renewal?.chain, transactionID: transaction?.transactionID,
      status: maybe { $0.number() }, details: flip() ? [:] : [word(): word()], trust: .signed,
      signedDate: moment())
    let facts = [
      transaction.map(ChainEvent.transactionObserved), renewal.map(ChainEvent.renewalObserved),
    ]
    return ([.notificationReceived(notification)] + facts.compactMap(\.self)).map { .chain($0) }
  }

  private mutating func settlement() -> SettlementRecorded {
    let places = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      SettledMonth.Place(ProductID(word()), in: word(), word())
    }
    let amounts = places.map { ($0, Int64.random(in: -9_999...9_999, using: &random)) }
    return SettlementRecorded(
      bundleID: "com.example.game",
      settlement: SettledMonth(
        days: FiscalMonth(of: PacificTime.day(of: moment())).days,
        file: Digest(of: Array(uuid().uuidString.utf8)),
        amounts: Dictionary(amounts, uniquingKeysWith: +)),
      recordedAt: moment())
  }

  private mutating func grant() -> GrantMade {
    GrantMade(
      chain: chain(), bundleID: "com.example.game", account: maybe { $0.account() },
      transactionID: TransactionID(word()), productID: ProductID(word()), coin: Coin(word()),
      quantity: number(), amount: Int64.random(in: 1...999, using: &random), duringTrial: flip(),
      catalog: Int.random(in: 1...9, using: &random), decidedAt: moment())
  }

  private mutating func change() -> OwnershipChanged {
    let causes = OwnershipChanged.Cause.allCases
    return OwnershipChanged(
      chain: chain(), bundleID: "com.example.game", owners: [account(), account()],
      account: account(), cause: causes[Int.random(in: 0..<causes.count, using: &random)],
      author: maybe { $0.word() }, reason: maybe { $0.word() }, rules: flip() ? 2 : nil,
      decidedAt: moment())
  }

  private mutating func acknowledgement() -> GrantAcknowledged {
    let (chain, id, coin) = (chain(), TransactionID(word()), Coin(word()))
    return GrantAcknowledged(
      chain: chain, bundleID: "com.example.game", grant: GrantID(chain.environment, id, coin),
      transactionID: id, coin: coin, acknowledgedAt: moment())
  }

  private mutating func movement() -> CoinsMoved {
    let amount = Int64.random(in: 1...999, using: &random)
    let id = GrantID(.production, TransactionID(word()), Coin(word()))
    let movements: [CoinMovement] = [
      .credited(grant: id, amount: amount), .takenBack(grant: id, total: amount, revision: 1),
      .spent(amount: amount), .adjusted(amount: -amount, reason: word(), author: word()),
      .reserved(amount: amount), .committed(reservation: "r", amount: amount),
      .canceled(reservation: "r", amount: amount),
    ]
    return CoinsMoved(
      environment: flip() ? .sandbox : .production, bundleID: "com.example.game",
      account: account(), coin: Coin(word()),
      movement: movements[Int.random(in: 0..<movements.count, using: &random)],
      key: IdempotencyKey(word()), reference: maybe { $0.word() }, movedAt: moment())
  }

  /// Returns nil for products that no catalog may list together.
  private mutating func catalog() -> CatalogPublished? {
    let products = [
      CatalogProduct(
        ProductID(word()), type: .consumable, grants: maybe { _ in [ProductGrant("gem", 100)] }),
      CatalogProduct(
        "gold.monthly", type: .autoRenewable, subscriptionGroupID: "gold", level: 1,
        period: .months(1), grants: [ProductGrant("gem", 5, duringTrial: flip())]),
    ]
    let (from, published) = (moment(), moment())
    return (try? Catalog(products)).map {  // rejected when the random id equals the other
      CatalogPublished(
        bundleID: "com.example.game", catalog: $0, validFrom: from, publishedAt: published)
    }
  }

  private mutating func terms() -> TermsPublished {
    TermsPublished(
      environment: flip() ? .sandbox : .production,
      terms: CommissionTerms.standard.adding([
        CommissionTerm(
          word(), storefronts: maybe { [$0.word(), $0.word()] },
          productType: maybe { _ in .autoRenewable }, program: maybe { $0.word() },
          isAfterAYear: flip(), validFrom: maybe { $0.moment() }, validUntil: maybe { $0.moment() },
          thousandths: Int.random(in: 0...1_000, using: &random))
      ]),
      settings: TenureSettings(gapMax: .seconds(Int.random(in: 1...9, using: &random))),
      publishedAt: moment())
  }

  private mutating func account() -> AccountReference {
    AccountReference(.production, "com.example.game", AccountID(word()))
  }

  /// Returns a signed fact of a chain, or one of any chain and source.
  private mutating func transaction(of known: ChainID? = nil) -> TransactionFact {
    TransactionFact(
      chain: known ?? chain(), bundleID: "com.example.game", transactionID: TransactionID(word()),
      purchase: purchase(), expiresDate: group { $0.moment() },
      isUpgraded: maybe { $0.flip() }, revocation: group { $0.revocation() },
      trust: known == nil ? trust() : .signed, assertedAt: moment())
  }

  private mutating func purchase() -> Purchase {
    var purchase = Purchase(
      productID: ProductID(word()), type: flip() ? .autoRenewable : "A type of tomorrow",
      subscriptionGroupID: maybe { SubscriptionGroupID($0.word()) }, purchaseDate: moment(),
      originalPurchaseDate: maybe { $0.moment() }, quantity: number(),
      ownership: flip() ? .purchased : .familyShared)
    purchase.reason = maybe { $0.word() }
    purchase.storefront = maybe { $0.word() }
    purchase.storefrontID = maybe { $0.word() }
    purchase.price = maybe { Int64($0.number()) * 1_000_000 }
    purchase.currency = maybe { $0.word() }
    purchase.offer = maybe { $0.offer() }
    purchase.webOrderLineItemID = maybe { $0.word() }
    purchase.appAccountToken = maybe { $0.uuid() }
    purchase.appTransactionID = maybe { AppTransactionID($0.word()) }
    purchase.previousOriginalTransactionID = maybe { OriginalTransactionID($0.word()) }
    purchase.billingPlanType = maybe { $0.word() }
    return purchase
  }

  /// Returns a signed fact of a chain, or one of any chain and source.
  private mutating func renewal(of known: ChainID? = nil) -> RenewalFact {
    var plan = RenewalPlan(
      productID: ProductID(word()), autoRenewProductID: maybe { ProductID($0.word()) },
      autoRenew: maybe { $0.flip() }, renewalDate: maybe { $0.moment() })
    plan.renewalPrice = maybe { Int64($0.number()) }
    plan.currency = maybe { $0.word() }
    plan.appAccountToken = maybe { $0.uuid() }
    plan.appTransactionID = maybe { AppTransactionID($0.word()) }
    plan.recentSubscriptionStartDate = maybe { $0.moment() }
    plan.renewalBillingPlanType = maybe { $0.word() }
    plan.eligibleWinBackOfferIDs = flip() ? [] : [word(), word()]
    return RenewalFact(
      chain: known ?? chain(), plan: plan, gracePeriodExpiresDate: group { $0.moment() },
      isInBillingRetry: group { $0.flip() }, expirationIntent: group { $0.number() },
      priceIncreaseStatus: group { $0.number() }, nextOffer: group { $0.offer() },
      trust: known == nil ? trust() : .signed, assertedAt: moment())
  }

  private mutating func notification() -> ReceivedNotification {
    ReceivedNotification(
      notificationUUID: uuid(), notificationType: word(), subtype: maybe { $0.word() },
      bundleID: "com.example.game", environment: .sandbox,
      chain: maybe { ChainID(.sandbox, OriginalTransactionID($0.word())) },
      transactionID: maybe { TransactionID($0.word()) }, status: maybe { $0.number() },
      details: flip() ? [:] : [word(): word()], trust: trust(), signedDate: moment())
  }

  private mutating func offer() -> Offer {
    Offer(
      type: number(), identifier: maybe { $0.word() }, discountType: maybe { $0.word() },
      period: maybe { $0.word() })
  }

  private mutating func revocation() -> Revocation {
    Revocation(
      date: moment(), reason: maybe { $0.number() }, type: maybe { $0.word() },
      percentage: maybe { $0.number() })
  }

  private mutating func chain() -> ChainID {
    ChainID(flip() ? .production : .sandbox, OriginalTransactionID(word()))
  }

  private mutating func trust() -> Trust {
    [.sharedSecret, .receipt, .signed].randomElement(using: &random) ?? .signed
  }

  private mutating func moment() -> Instant {
    Instant(milliseconds: .random(in: -62_135_769_600_000...4_102_444_800_000, using: &random))
  }

  private mutating func number() -> Int32 { .random(in: 0...100_000, using: &random) }
  private mutating func flip() -> Bool { .random(using: &random) }

  private mutating func word() -> String {
    ["é\"台帳\\", "plain", "2000000883708980", ""].randomElement(using: &random)!
      + String(UInt8.random(in: 0...255, using: &random))
  }

  private mutating func uuid() -> UUID {
    let halves = (random.next(), random.next())
    return withUnsafeBytes(of: halves) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  private mutating func maybe<Value>(_ make: (inout RandomEvents) -> Value) -> Value? {
    flip() ? make(&self) : nil
  }

  private mutating func group<Value>(
    _ make: (inout RandomEvents) -> Value
  ) -> Asserted<Value> {
    switch Int.random(in: 0..<21, using: &random) {
    case 0: .silent
    case 1: .absent
    default: .present(make(&self))
    }
  }
}
