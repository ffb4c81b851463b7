import AppStore
import EventStore
import Foundation
package import Ledger

extension Intake {
  /// Ingests the transactions that a game posts. Records all valid items in one database
  /// transaction, even if others are rejected. Each item reports its own result and the owner of
  /// its purchase. Returns after the commit.
  package func receive(_ post: TransactionPost) async throws -> Submission {
    if case .receipt(let contents, _) = post.content, TransactionReceiptText.isText(contents) {
      return try await receive(transactionReceipt: contents, in: post)
    }
    let verdicts = await verdicts(on: post)
    let drafts = verdicts.compactMap { try? $0.get() }  // each item reports its own rejection
    let posters = try await Posters(post.account, of: drafts.map(\.fact), by: accounts)
    var brought: [OriginalTransactionID] = []
    for (bundleID, poster) in posters.new {
      brought += try await chains(waitingUnder: poster.account, of: bundleID)
    }
    let appended = try await append(drafts, of: posters)
    let (items, position) = try await items(
      verdicts, appended, for: try await posters.known(by: accounts), isRestore: post.isRestore)
    return Submission(
      id: post.id, items: items, position: position, brought: brought.sorted())
  }

  /// A valid item: the fact with its evidence.
  struct TransactionDraft: Sendable {
    let fact: TransactionFact
    let evidence: Evidence
  }

  private func verdicts(
    on post: TransactionPost
  ) async -> [Result<TransactionDraft, Rejection>] {
    switch post.content {
    case .signedTransactions(let transactions):
      var verdicts: [Result<TransactionDraft, Rejection>] = []
      for jws in transactions { verdicts.append(await judge(jws, post.scope)) }
      return verdicts
    case .signedOnDevice(let jws, let device):
      return [await judge(jws, from: device, post.scope)]
    case .receipt(let contents, let device):
      return judge(receipt: contents, from: device, post.scope)
    }
  }

  func judge(
    _ jws: String, from device: UUID? = nil, _ scope: PostScope
  ) async -> Result<TransactionDraft, Rejection> {
    do throws(Rejection) {
      let verified = try await SignedTransaction(jws, by: verifier, now: clock)
      if let device, verified.device?.isOf(device: device) != true {
        throw Rejection(ReceiptError.wrongDevice)
      }
      let fact = verified.fact
      try scope.admitByReach(fact.bundleID, fact.chain.environment)
      try admission.admit(fact.bundleID, fact.chain.environment)
      try scope.admit(fact.bundleID, fact.chain.environment)
      let draft = TransactionDraft(fact: fact, evidence: Evidence(verified.signed.bytes))
      guard EventLog.canStore([draft.observed]) else { throw Rejection.unstorable }
      return .success(draft)
    } catch {
      return .failure(error)
    }
  }

  /// Returns one verdict per purchase of a receipt, or the only rejection of a receipt that is not
  /// accepted. All purchases share the receipt as evidence.
  private func judge(
    receipt contents: [UInt8], from device: [UInt8]?, _ scope: PostScope
  ) -> [Result<TransactionDraft, Rejection>] {
    do throws(Rejection) {
      let receipt = try legacy.receipt(contents, from: device, within: scope, at: now())
      let evidence = Evidence(contents)
      return UnsignedStatement(receipt).facts.map { fact in
        let draft = TransactionDraft(fact: fact, evidence: evidence)
        return EventLog.canStore([draft.observed]) ? .success(draft) : .failure(.unstorable)
      }
    } catch {
      return [.failure(error)]
    }
  }

  /// Appends the events of all items. The first events are those of the facts, in order.
  private func append(_ drafts: [TransactionDraft], of posters: Posters) async throws -> Appended {
    guard !drafts.isEmpty else { return .nothing }
    let tokens = try await tokenAliases(of: drafts.map(\.fact))
    let facts = drafts.map(\.observed)
    let following = drafts.flatMap { draft -> [NewEvent] in
      let own = draft.fact.following(tokens, at: now())
      guard let poster = posters.poster(of: draft.fact) else { return own }
      return own + poster.becomingKnown(at: now())
        + poster.posting(draft.fact.chain, isSigned: true, at: now())
    }
    return try await append(
      facts + following, names: posters.names + drafts.compactMap(\.fact.tokenName))
  }

  /// Returns the aliases of the tokens in facts, by their names.
  func tokenAliases(
    of facts: [TransactionFact]
  ) async throws -> [AccountReference: AccountAliases] {
    let tokens = Set(facts.compactMap(\.tokenName?.reference))
    let aliases = try await accounts.aliases(of: tokens.sorted())
    return Dictionary(uniqueKeysWithValues: aliases.map { ($0.account, $0) })
  }

  private func items(
    _ verdicts: [Result<TransactionDraft, Rejection>], _ appended: Appended,
    for posters: Posters, isRestore: Bool
  ) async throws -> (items: [Submission.Item], position: Position) {
    var (outcomes, position) = (appended.outcomes[...], appended.position)
    var settled: [ChainID: Settled] = [:]
    var items: [Submission.Item] = []
    for (index, verdict) in verdicts.enumerated() {
      switch verdict {
      case .failure(let rejection):
        items.append(Submission.Item(index: index, rejected: rejection))
      case .success(let draft):
        var item = Submission.Item(index: index, settled: draft.fact)
        item.duplicate = outcomes.popFirst()?.isDuplicate ?? false
        let owner = try await settle(
          draft.fact, for: posters.poster(of: draft.fact), isRestore: isRestore,
          known: settled[draft.fact.chain], after: position)
        settled[draft.fact.chain] = owner
        position = owner.position
        item.reason = owner.rejection?.code
        item.account = try await name(of: owner.account, as: posters, draft.fact)
        items.append(item)
      }
    }
    if isRestore { items.refuseRestore(of: verdicts) }
    return (items, position)
  }

  /// Settles the owner of a fact's chain, once per post.
  func settle(
    _ fact: TransactionFact, for poster: Poster?, isRestore: Bool, known: Settled? = nil,
    after position: Position
  ) async throws -> Settled {
    if var known {
      known.position = position
      return known
    }
    var settled = try await settle(
      fact.chain, of: fact.bundleID, for: poster, isRestore: isRestore, after: position)
    if let replaced = fact.replacedChain {
      try await inherit(replaced, of: fact.bundleID)
      settled = try await settle(
        fact.chain, of: fact.bundleID, for: poster, isRestore: isRestore, after: position)
    }
    try await inherit(fact.chain, of: fact.bundleID)
    return settled
  }

  private func name(
    of account: AccountReference?, as posters: Posters, _ fact: TransactionFact
  ) async throws -> AccountID? {
    guard let account else { return nil }
    if let name = try await log.names(of: [account])[account] { return name }
    return fact.tokenName.flatMap { $0.reference == account ? $0.account : nil }
  }
}

extension Intake.TransactionDraft {
  var observed: NewEvent {
    NewEvent(.chain(.transactionObserved(fact)), evidence: evidence)
  }
}

extension [Submission.Item] {
  /// The reason for a restore of consumables, which moves nothing.
  private static let nothingToRestore = "nothing_to_restore"

  /// Notes that a restore of nothing but consumables moves nothing.
  fileprivate mutating func refuseRestore(
    of verdicts: [Result<Intake.TransactionDraft, Rejection>]
  ) {
    let drafts = verdicts.map { try? $0.get() }  // a rejected item restores nothing either
    let facts = drafts.compactMap(\.?.fact)
    guard !facts.isEmpty, facts.allSatisfy({ $0.purchase.type == .consumable }) else { return }
    for index in indices where drafts[index] != nil { self[index].reason = Self.nothingToRestore }
  }
}

extension OwnershipRejection {
  /// A stable code in snake_case.
  package var code: String {
    switch self {
    case .ownedByAnother: "owned_by_another_account"
    case .tokenNotRegistered: "token_not_registered"
    case .coolingDown: "cooling_down"
    case .reasonMissing: "reason_missing"
    case .nothingToUndo: "nothing_to_undo"
    }
  }
}

extension Submission.Item {
  init(index: Int, rejected rejection: Rejection) {
    self.init(index: index, state: .rejected, reason: rejection.code, duplicate: false)
  }

  fileprivate init(index: Int, settled fact: TransactionFact) {
    self.init(
      index: index, transactionID: fact.transactionID, productID: fact.purchase.productID,
      environment: fact.chain.environment, chain: fact.chain, bundleID: fact.bundleID,
      state: .settled, duplicate: false)
  }
}
