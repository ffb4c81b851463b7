import Foundation
package import Ledger

/// The JSON form of a recorded event.
package struct HistoryItem: Encodable, Sendable {
  package let id: String
  package let type: String
  package let recordedAt: String
  package let assertedAt: String
  /// Nil for an event about the whole ledger or about all environments of an app.
  @Nullable package private(set) var environment: StoreEnvironment?
  @Nullable package private(set) var originalTransactionId: String? = nil
  @Nullable package private(set) var transactionId: String? = nil
  @Nullable package private(set) var productId: String? = nil
  @Nullable package private(set) var notificationType: String? = nil
  @Nullable package private(set) var subtype: String? = nil
  @Nullable package private(set) var data: [String: String]? = nil

  /// Writes accounts by their names if these are known, otherwise by their references.
  package init(
    _ recorded: RecordedEvent, names: [AccountReference: AccountID] = [:]
  ) {
    id = recorded.id.description
    type = recorded.event.type.apiName
    recordedAt = recorded.recordedAt.description
    assertedAt = recorded.event.assertedAt.description
    environment = recorded.event.place.environment
    switch recorded.event {
    case .chain(.transactionObserved(let fact)): tell(fact)
    case .chain(.renewalObserved(let fact)): tell(fact)
    case .chain(.notificationReceived(let notification)): tell(notification)
    case .chain(.chainOwned(let decision)):
      originalTransactionId = decision.chain.originalTransactionID.rawValue
      data = ["account": names.text(of: decision.account)]
    case .account(.chainClaimed(let claim)):
      originalTransactionId = claim.chain.originalTransactionID.rawValue
      data = ["account": names.text(of: claim.account)]
    case .account(.accountErased(let decision)):
      tell([
        "account": names.text(of: decision.account), "author": decision.author,
        "reason": decision.reason,
      ])
    case .shared(.programEntered(let decision)):
      tell([
        "program": decision.program, "app": decision.bundleID?.rawValue,
        "from": decision.from.description, "until": decision.until?.description,
      ])
    case .shared(.termsPublished(let decision)):
      tell([
        "environment": decision.environment.rawValue,
        "terms": decision.terms.rows.map(\.name).joined(separator: ", "),
        "yearOfServiceSeconds": "\(decision.settings.yearOfService.components.seconds)",
        "gapSecondsMax": "\(decision.settings.gapMax.components.seconds)",
      ])
    case .shared(.catalogPublished(let decision)):
      tell([
        "app": decision.bundleID.rawValue, "validFrom": decision.validFrom.description,
        "products": decision.catalog.products.map(\.productID.rawValue).joined(separator: ", "),
      ])
    case .chain(.grantMade(let decision)): tell(decision, names)
    case .account(.coinsMoved(let decision)):
      tell([
        "account": names.text(of: decision.account), "coin": decision.coin.rawValue,
        "reference": decision.reference,
      ])
    case .account(.accountAliased(let decision)):
      data = ["account": names.text(of: decision.account), "alias": names.text(of: decision.alias)]
    case .account(.aliasClaimed(let claim)):
      data = ["account": names.text(of: claim.account), "alias": names.text(of: claim.alias)]
    case .chain(.ownershipChanged(let decision)): tell(decision, names)
    case .chain(.chainPosted(let post)):
      originalTransactionId = post.chain.originalTransactionID.rawValue
      data = ["account": names.text(of: post.account), "signed": "\(post.isSigned)"]
    case .chain(.chainReplaced(let replacement)):
      originalTransactionId = replacement.chain.originalTransactionID.rawValue
      data = ["successor": replacement.successor.rawValue]
    case .chain(.grantAssigned(let decision)): tell(decision, names)
    case .account(.tokenWithdrawn(let decision)):
      data = [
        "account": names.text(of: decision.account), "alias": names.text(of: decision.token),
        "author": decision.author, "reason": decision.reason,
      ]
    case .account(.accountsMerged(let merge)):
      tell([
        "from": names.text(of: merge.from), "account": names.text(of: merge.into),
        "undone": "\(merge.isUndone)", "author": merge.author, "reason": merge.reason,
      ])
    case .chain(.grantAcknowledged(let decision)):
      originalTransactionId = decision.chain.originalTransactionID.rawValue
      transactionId = decision.transactionID.rawValue
      data = ["grant": decision.grant.description, "coin": decision.coin.rawValue]
    case .account(.consentChanged(let change)):
      data = ["account": names.text(of: change.account), "consumption": "\(change.given)"]
    case .account(.promotionGranted(let grant)):
      productId = grant.thing.productID?.rawValue
      tell([
        "account": names.text(of: grant.account), "promotion": grant.id.uuidString.lowercased(),
        "name": grant.thing.name, "until": grant.until.description, "author": grant.author.name,
        "reason": grant.reason,
      ])
    case .account(.promotionWithdrawn(let withdrawal)):
      tell([
        "account": names.text(of: withdrawal.account),
        "promotion": withdrawal.id.uuidString.lowercased(), "author": withdrawal.author.name,
        "reason": withdrawal.reason,
      ])
    case .shared(.cutOverDeclared(let decision)):
      data = [
        "app": decision.bundleID.rawValue, "environment": decision.environment.rawValue,
        "before": decision.before.description,
      ]
    case .shared(.rulesChanged(let change)):
      data = ["rules": "\(change.number)"]
    case .shared(.taxesPublished(let decision)):
      data = [
        "app": decision.bundleID.rawValue, "rows": "\(decision.rows.count)",
        "author": decision.author,
      ]
    case .shared(.settlementRecorded(let recorded)): tell(recorded)
    case .shared(.pricesPublished(let decision)):
      data = [
        "app": decision.bundleID.rawValue, "rows": "\(decision.rows.count)",
        "author": decision.author,
      ]
    case .shared(.periodClosed(let close)):
      tell([
        "app": close.bundleID.rawValue, "environment": close.environment.rawValue,
        "period": close.name, "calendar": close.calendar, "author": close.author,
        "forcedBecause": close.forcedBecause,
      ])
    case .shared(.actRecorded(let act)):
      tell([
        "act": act.act, "object": act.object, "author": act.author.name,
        "secondPerson": act.secondPerson?.name, "reason": act.reason,
      ])
    case .shared(.appleFileKept(let file)):
      tell([
        "kind": file.kind, "file": file.name, "firstDay": file.firstDay, "lastDay": file.lastDay,
        "author": file.author,
      ])
    case .shared(.evidenceLost(let loss)):
      data = [
        "masterKey": loss.masterKey, "streams": "\(loss.streams)", "author": loss.author,
        "reason": loss.reason,
      ]
    case .shared(.epochOpened(let decision)):
      data = ["epoch": decision.epoch.uuidString.lowercased(), "reason": decision.reason]
    }
  }

  private mutating func tell(_ fact: TransactionFact) {
    originalTransactionId = fact.chain.originalTransactionID.rawValue
    transactionId = fact.transactionID.rawValue
    productId = fact.purchase.productID.rawValue
    tell([
      "purchaseDate": fact.purchase.purchaseDate.description,
      "expiresDate": fact.expiresDate.value?.description,
      "revocationDate": fact.revocation.value?.date.description,
      "reason": fact.purchase.reason,
    ])
  }

  private mutating func tell(_ fact: RenewalFact) {
    originalTransactionId = fact.chain.originalTransactionID.rawValue
    productId = fact.plan.productID.rawValue
    tell([
      "autoRenew": fact.plan.autoRenew.map(String.init),
      "renewsAs": fact.plan.autoRenewProductID?.rawValue,
      "renewalDate": fact.plan.renewalDate?.description,
      "gracePeriodExpiresDate": fact.gracePeriodExpiresDate.value?.description,
      "isInBillingRetry": fact.isInBillingRetry.value.map(String.init),
      "expirationIntent": fact.expirationIntent.value.map(String.init),
      "status": fact.status.map { String($0.rawValue) },
    ])
  }

  private mutating func tell(_ grant: GrantMade, _ names: [AccountReference: AccountID]) {
    originalTransactionId = grant.chain.originalTransactionID.rawValue
    transactionId = grant.transactionID.rawValue
    productId = grant.productID.rawValue
    tell([
      "grant": grant.id.description, "coin": grant.coin.rawValue, "amount": "\(grant.amount)",
      "quantity": "\(grant.quantity)", "catalog": "\(grant.catalog)",
      "account": grant.account.map(names.text(of:)),
    ])
  }

  private mutating func tell(
    _ assigned: GrantAssigned, _ names: [AccountReference: AccountID]
  ) {
    originalTransactionId = assigned.chain.originalTransactionID.rawValue
    transactionId = assigned.transactionID.rawValue
    tell([
      "grant": assigned.grant.description, "cause": assigned.cause.rawValue,
      "account": assigned.account.map(names.text(of:)), "from": assigned.from.map(names.text(of:)),
      "author": assigned.author, "reason": assigned.reason,
    ])
  }

  private mutating func tell(_ change: OwnershipChanged, _ names: [AccountReference: AccountID]) {
    originalTransactionId = change.chain.originalTransactionID.rawValue
    tell([
      "account": names.text(of: change.account), "cause": change.cause.rawValue,
      "owners": change.owners.map(names.text(of:)).joined(separator: ", "),
      "author": change.author, "reason": change.reason,
    ])
  }

  private mutating func tell(_ recorded: SettlementRecorded) {
    let settlement = recorded.settlement
    let sums = settlement.amounts.reduce(into: [String: Int128]()) { sums, item in
      sums[item.key.currency, default: 0] += Int128(item.value)
    }
    tell([
      "app": recorded.bundleID.rawValue, "firstDay": settlement.days.lowerBound.description,
      "lastDay": settlement.days.upperBound.description, "file": settlement.file.hexadecimal,
      "milliunits": sums.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        .joined(separator: ", "),
    ])
  }

  private mutating func tell(_ notification: ReceivedNotification) {
    originalTransactionId = notification.chain?.originalTransactionID.rawValue
    transactionId = notification.transactionID?.rawValue
    notificationType = notification.notificationType
    subtype = notification.subtype
    tell(notification.details)
  }

  private mutating func tell(_ said: [String: String?]) {
    let said = said.compactMapValues(\.self)
    data = said.isEmpty ? nil : said
  }
}

extension [AccountReference: AccountID] {
  fileprivate func text(of reference: AccountReference) -> String {
    self[reference]?.rawValue ?? reference.key.uuidString.lowercased()
  }
}
