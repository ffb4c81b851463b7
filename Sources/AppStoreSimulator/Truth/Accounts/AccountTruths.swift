/// The truth about all accounts of the game, by the owners of what the customers bought.
///
/// Owners are those of the present, also for a moment of the past, as in the ledger.
package struct AccountTruths: Sendable {
  private let owners: PurchaseOwners
  private let truth: Truth
  private let customers: [StoreCustomer]

  package init(of world: World) {
    owners = PurchaseOwners(of: world)
    truth = Truth(world.chronicle)
    customers = world.customers
  }

  /// Returns the truth about every account that the ledger answers for, ordered by name.
  /// - Parameters:
  ///   - moment: the moment in milliseconds since 1970.
  ///   - hindsight: see ``Truth/customer(_:at:inHindsightOf:)``.
  package func all(at moment: Int64, inHindsightOf hindsight: Int64? = nil) -> [AccountTruth] {
    let truths = customers.filter { $0.downloadedAt <= moment }
      .map { truth.customer($0.name, at: moment, inHindsightOf: hindsight) }
    let shares = Shares(of: truths, owners)
    return owners.names.answering.map { account in
      AccountTruth(
        account: account, at: CustomerTruth.Moment(moment),
        owned: shares.owned[account, default: []]
          .sorted { ($0.productId, $0.transactionId) < ($1.productId, $1.transactionId) },
        subscriptions: shares.subscriptions[account, default: []]
          .sorted { $0.originalTransactionId < $1.originalTransactionId },
        grants: shares.grants[account, default: []].sorted(by: AccountTruth.precedes),
        possibleGrants: shares.possibleGrants[account, default: []]
          .sorted { AccountTruth.precedes($0.grant, $1.grant) },
        paidService: shares.paidService[account, default: []]
          .sorted { $0.subscriptionGroupId < $1.subscriptionGroupId },
        hasMerged: owners.names.hasMerged(account))
    }
  }
}

/// The parts of the customers' truths that belong to each account.
private struct Shares {
  var owned: [String: [CustomerTruth.Owned]] = [:]
  var subscriptions: [String: [CustomerTruth.SubscriptionTruth]] = [:]
  var grants: [String: [CustomerTruth.Grant]] = [:]
  var possibleGrants: [String: [AccountTruth.PossibleGrant]] = [:]
  var paidService: [String: [CustomerTruth.PaidService]] = [:]
  private let owners: PurchaseOwners

  init(of truths: [CustomerTruth], _ owners: PurchaseOwners) {
    self.owners = owners
    for truth in truths {
      for thing in truth.owned {
        give(thing, to: owners.owner(ofChain: thing.originalTransactionId), \.owned)
      }
      for chain in truth.subscriptions {
        give(chain, to: owners.owner(ofChain: chain.originalTransactionId), \.subscriptions)
      }
      for service in truth.paidService {
        let chain = service.transactions.first.flatMap { owners.chain(of: $0.transactionId) }
        give(service, to: chain.flatMap(owners.owner(ofChain:)), \.paidService)
      }
      for grant in truth.grants { give(grant) }
    }
  }

  private mutating func give(_ grant: CustomerTruth.Grant) {
    let recipients = owners.recipients(ofTransaction: grant.transactionId)
    let erased = owners.names.erased
    guard recipients.count > 1 else {
      let isGone = recipients.first.map(erased.contains) ?? true
      return give(grant, to: isGone ? nil : recipients.first, \.grants)
    }
    let possible = AccountTruth.PossibleGrant(
      grant: grant, accounts: recipients.filter { !erased.contains($0) },
      mayBeErased: recipients.contains(where: erased.contains))
    for account in possible.accounts { give(possible, to: account, \.possibleGrants) }
  }

  private mutating func give<Part>(
    _ part: Part, to account: String?, _ place: WritableKeyPath<Shares, [String: [Part]]>
  ) {
    if let account { self[keyPath: place][account, default: []].append(part) }
  }
}

extension AccountTruth {
  fileprivate static func precedes(
    _ left: CustomerTruth.Grant, _ right: CustomerTruth.Grant
  ) -> Bool {
    (left.transactionId, left.coin) < (right.transactionId, right.coin)
  }
}
