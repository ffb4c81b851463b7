import AppStoreSimulator
import EventStore
import Foundation
import Intake
import Ledger
import Projections
import ReferenceModels
import TestSupport

/// A ledger that performs the operations of a history, and answers as the reference model does.
struct OwnedLedger {
  let ledger: TestLedger
  let link: LinkPolicy

  /// Performs an operation. Returns true if it was rejected; nil where the model has no rejection.
  func perform(_ operation: ReferenceModels.Operation, at moment: Int64) async throws -> Bool? {
    let intake = ledger.intake(link: link, at: Instant(milliseconds: moment))
    let (app, production) = (TestLedger.bundleID, StoreEnvironment.production)
    switch operation {
    case .told(let item):
      _ = try await post(item, account: nil, by: intake)
      return nil
    case .posted(let account, let item, let restore):
      let reason = try await post(
        item, account: AccountID(account), restore: restore, by: intake)
      // The contract answers this wherever only consumables are posted, the model only where the
      // item is not settled.
      return reason == "nothing_to_restore" ? nil : reason != nil
    case .write(let account):
      try await intake.names.makeKnown(AccountID(account), of: app, in: [production])
      return nil
    case .register(let token, let account):
      let outcome = try await intake.tokens.register(
        token: Self.uuid(token), for: AccountID(account), of: app, in: [production])
      return outcome == .ofAnotherAccount(in: production)
    case .withdraw(let token):
      try await withdraw(token, by: intake)
      return nil
    case .linkByID(let account, let chain):
      return isRejected(
        try await intake.links.link(
          AccountID(account), to: OriginalTransactionID(chain), of: app, in: production))
    case .assign(let account, let chain):
      return isRejected(
        try await intake.links.assign(
          OriginalTransactionID(chain), to: AccountID(account), of: app, in: production,
          author: "kim", reason: "test"))
    case .undoLink(let chain):
      return isRejected(
        try await intake.links.undoLink(
          of: OriginalTransactionID(chain), of: app, in: production, author: "kim", reason: "test"))
    case .erase(let account):
      var outcomes: [StoreEnvironment: ErasureOutcome] = [:]
      for environment in TestLedger.environments {
        let name = AccountReference(environment, app, AccountID(account))
        let behind = try await ledger.accounts.resolve(name)
        let asked = behind.isKnown ? try await unmerged(name) : name
        outcomes[environment] = try await intake.erasures.erase(asked, of: app, in: environment)
      }
      return outcomes[production] == .mergedInto
    case .merge(let from, let into):
      let outcome = try await intake.merges.merge(
        AccountID(from), into: AccountID(into), of: app, in: TestLedger.environments,
        key: IdempotencyKey("merge \(moment)"))
      if case .rejected = outcome { return true }
      return false
    case .undoMerge(let from, let into):
      let outcome = try await intake.merges.undoMerge(
        of: AccountID(from), into: AccountID(into), of: app, in: TestLedger.environments,
        author: "kim", reason: "test")
      if case .rejected = outcome { return true }
      return false
    }
  }

  /// Returns the accounts that own a chain, by the names of the history.
  func owners(of chain: String, among names: [String]) async throws -> [String] {
    let owner = try await owners(of: chain).owner
    var owners: Set<String> = []
    for reference in owner.references {
      let resolution = try await ledger.accounts.resolve(reference)
      guard resolution.isKnown else { continue }
      owners.insert(text(resolution.account, among: names))
    }
    return owners.sorted()
  }

  /// Returns the account that has the coins of a transaction; nil while they wait.
  func coinOwner(
    of item: OwnedItem, among names: [String]
  ) async throws -> String? {
    let grant = GrantID(.production, TransactionID(item.transactionID), "gem")
    guard let account = try await owners(of: item.chain).book.account(of: grant) else {
      return nil
    }
    var wallet = WalletBook(of: account, in: TestLedger.bundleID, environment: .production)
    for event in try await ledger.log.reading.events(of: .account(account)) {
      wallet.evolve(with: event.event)
    }
    // An erased account keeps its coins, whatever the name stands for later.
    if wallet.wallet.isClosed(grant) { return text(account, among: names) }
    return text(try await ledger.accounts.resolve(account).account, among: names)
  }

  private func owners(of chain: String) async throws -> ChainOwners {
    try await ledger.accounts.owners(of: ChainID(.production, OriginalTransactionID(chain)))
  }

  private func text(_ account: AccountReference, among names: [String]) -> String {
    names.first {
      AccountReference(.production, TestLedger.bundleID, AccountID($0)) == account
    } ?? account.key.uuidString
  }

  private func unmerged(_ name: AccountReference) async throws -> AccountReference {
    let aliases = try await ledger.accounts.aliases(of: [name])[0]
    return aliases.isAlias ? aliases.aliasOf ?? name : name
  }

  private func withdraw(_ token: String, by intake: Intake) async throws {
    let name = AccountReference(.production, TestLedger.bundleID, AccountID(token))
    let aliases = try await ledger.accounts.aliases(of: [name])[0]
    guard aliases.isAlias, let account = aliases.aliasOf,
      let id = try await ledger.log.names(of: [account])[account]
    else { return }
    _ = try await intake.tokens.withdraw(
      token: Self.uuid(token), from: id, of: TestLedger.bundleID, in: [.production],
      author: "kim", reason: "test")
  }

  /// Returns the reason for which an item was rejected; nil if it was settled.
  private func post(
    _ item: OwnedItem, account: AccountID?, restore: Bool = false, by intake: Intake
  ) async throws -> String? {
    let submission = try await intake.transactions.receive(
      TransactionPost(
        account: account,
        signedTransactions: [try ledger.authority.sign(payload: transaction(item))],
        isRestore: restore))
    return submission.items[0].reason
  }

  private func transaction(_ item: OwnedItem) -> SignableTransaction {
    let date = Instant(milliseconds: item.purchaseDate)
    let isSubscription = item.kind == .subscription
    var transaction = TestLedger.transaction(
      item.transactionID, chain: item.chain, product: "\(item.kind)",
      type: isSubscription
        ? "Auto-Renewable Subscription"
        : item.kind == .consumable ? "Consumable" : "Non-Consumable",
      from: date, to: isSubscription ? date + .seconds(30 * 86_400) : nil, token: item.token)
    transaction.transactionReason = item.isPurchase ? "PURCHASE" : "RENEWAL"
    transaction.inAppOwnershipType = item.familyShared ? "FAMILY_SHARED" : "PURCHASED"
    transaction.previousOriginalTransactionId = item.previousChain
    return transaction
  }

  private func isRejected(_ outcome: LinkOutcome) -> Bool {
    if case .linked = outcome { false } else { true }
  }

  private static func uuid(_ token: String) -> UUID { UUID(uuidString: token) ?? UUID() }
}
