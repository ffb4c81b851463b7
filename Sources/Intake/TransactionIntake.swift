import AppStore
import EventStore
import Foundation
import Ledger
package import Postgres

/// The intake of the transactions that games post.
package struct TransactionIntake: Sendable {
  private let recorder: EventRecorder
  private let accounts: AccountReader
  private let names: NameDecisions
  private let ownership: ChainOwnerDecisions
  private let judge: TransactionJudge
  private let receipts: TransactionReceiptIntake
  private let grantingPosts: GrantingPosts
  private let untoldTypes: UntoldTypes

  /// The statements that keep a settled submission, executed in the transaction that records it.
  package typealias Keeping = @Sendable (Submission) throws -> [Call]

  init(
    recorder: EventRecorder, accounts: AccountReader, names: NameDecisions,
    ownership: ChainOwnerDecisions, judge: TransactionJudge, receipts: TransactionReceiptIntake,
    grantingPosts: GrantingPosts, untoldTypes: UntoldTypes
  ) {
    self.grantingPosts = grantingPosts
    self.untoldTypes = untoldTypes
    self.recorder = recorder
    self.accounts = accounts
    self.names = names
    self.ownership = ownership
    self.judge = judge
    self.receipts = receipts
  }

  /// Ingests the transactions that a game posts. Records all valid items in one database
  /// transaction, even if others are rejected. Each item reports its own result and the owner of
  /// its purchase. Makes a new account known, unless all items are rejected: nothing is written then. Returns after
  /// the commit.
  ///
  /// - Parameter keeping: the statements that keep a settled submission. Where the post is settled in one
  ///   transaction, they are executed in it, and the submission `isKept`.
  package func receive(
    _ post: TransactionPost, keeping: Keeping? = nil
  ) async throws -> Submission {
    if case .receipt(let contents, _) = post.content, TransactionReceiptText.isText(contents) {
      return try await receipts.receive(contents, in: post)
    }
    let verdicts = await verdicts(on: post)
    switch try await grantingPosts.receive(verdicts, of: post, keeping: keeping) {
    case .settled(let submission): return submission
    case .recorded(let appended, let brought):
      let facts = verdicts.compactMap { try? $0.get().fact }  // each item reports its own rejection
      return try await settle(
        verdicts, of: post, appended,
        for: try await Posters(post.account, of: facts, by: accounts), brought: brought)
    case .notRecorded(let brought):
      return try await record(verdicts, of: post, brought: brought)
    }
  }

  /// - Parameter brought: the chains that the post brought along until here.
  private func record(
    _ verdicts: [Result<TransactionDraft, Rejection>], of post: TransactionPost,
    brought: BroughtAlong
  ) async throws -> Submission {
    let drafts = verdicts.compactMap { try? $0.get() }  // each item reports its own rejection
    let posters = try await Posters(post.account, of: drafts.map(\.fact), by: accounts)
    var brought = brought
    brought += try await makeKnown(posters, post)
    let appended = try await append(drafts, of: posters)
    return try await settle(
      verdicts, of: post, appended, for: try await posters.known(by: accounts), brought: brought)
  }

  /// Makes the account of a post known in the environments apart from those of its items, where it is recorded with
  /// them. Returns the chains that wait under its name in all of them.
  private func makeKnown(
    _ posters: Posters, _ post: TransactionPost
  ) async throws -> BroughtAlong {
    guard let account = post.account else { return BroughtAlong() }
    var brought = BroughtAlong()
    for (app, posters) in Dictionary(grouping: posters.new, by: \.bundleID) {
      for poster in posters {
        brought += BroughtAlong([
          TokenChains(
            environment: poster.environment,
            chains: try await ownership.chains(waitingFor: poster))
        ])
      }
      brought += try await names.makeKnown(
        account, of: app, besides: Set(posters.map(\.environment)), within: post.scope.reach)
    }
    return brought
  }

  /// Settles the owners of a post that is recorded.
  private func settle(
    _ verdicts: [Result<TransactionDraft, Rejection>], of post: TransactionPost,
    _ appended: Appended, for posters: Posters, brought: BroughtAlong
  ) async throws -> Submission {
    let (items, position) = try await items(
      verdicts, appended, for: posters, isRestore: post.isRestore)
    var submission = Submission(id: post.id, items: items, position: position)
    submission.bring(brought)
    return submission
  }

  private func verdicts(
    on post: TransactionPost
  ) async -> [Result<TransactionDraft, Rejection>] {
    switch post.content {
    case .signedTransactions(let transactions):
      var verdicts: [Result<TransactionDraft, Rejection>] = []
      for jws in transactions { verdicts.append(await judge.judge(jws, post.scope)) }
      return verdicts
    case .signedOnDevice(let jws, let device):
      return [await judge.judge(jws, from: device, post.scope)]
    case .receipt(let contents, let device):
      return judge.judge(receipt: contents, from: device, post.scope)
    }
  }

  /// Appends the events of all items. The first events are those of the facts, in order.
  private func append(_ drafts: [TransactionDraft], of posters: Posters) async throws -> Appended {
    guard !drafts.isEmpty else { return .nothing }
    let tokens = try await ownership.tokenAliases(of: drafts.map(\.fact))
    let facts = drafts.map(\.observed)
    let following = drafts.flatMap { draft -> [NewEvent] in
      let own = draft.fact.following(tokens, at: recorder.now())
      guard let poster = posters.poster(of: draft.fact) else { return own }
      return own + poster.becomingKnown(at: recorder.now())
        + poster.posting(
          draft.fact.chain, isSigned: true, claimedBy: draft.fact.tokenName?.reference,
          at: recorder.now())
    }
    return try await recorder.append(
      facts + following, names: posters.names + drafts.compactMap(\.fact.tokenName))
  }

  private func items(
    _ verdicts: [Result<TransactionDraft, Rejection>], _ appended: Appended,
    for posters: Posters, isRestore: Bool
  ) async throws -> (items: [Submission.Item], position: Position) {
    var (outcomes, position) = (appended.outcomes[...], appended.position)
    let facts = verdicts.compactMap { try? $0.get().fact }  // each item reports its own rejection
    var owners = OwnersOfPost(chains: try await accounts.owners(of: Set(facts.map(\.chain))))
    let told = owners.chains.mapValues(\.state)
    var settled: [ChainID: Settled] = [:]
    var names: [AccountReference: AccountID?] = [:]
    var items: [Submission.Item] = []
    for (index, verdict) in verdicts.enumerated() {
      switch verdict {
      case .failure(let rejection):
        items.append(Submission.Item(index: index, rejected: rejection))
      case .success(let draft):
        var item = Submission.Item(index: index, settled: draft.fact)
        item.duplicate = outcomes.popFirst()?.isDuplicate ?? false
        let owner = try await self.owner(
          of: draft.fact, for: posters.poster(of: draft.fact), isRestore: isRestore,
          known: settled[draft.fact.chain], by: &owners, after: position)
        settled[draft.fact.chain] = owner
        position = owner.position
        item.reason = owner.rejection?.code
        if case .coolingDown(let end) = owner.rejection { item.coolingDownUntil = end }
        item.account = try await name(of: owner.account, draft.fact, among: &names)
        item.movedFrom = try await name(of: owner.formerOwner, draft.fact, among: &names)
        if draft.fact.purchase.type == .untold, let chain = told[draft.fact.chain],
          try await untoldTypes.isUntold(draft.fact.transactionID, in: chain)
        {
          item.waitForType()
        }
        items.append(item)
      }
    }
    if isRestore { items.refuseRestore(of: verdicts) }
    return (items, position)
  }

  /// Returns the owner of a fact's chain, settled once per post.
  private func owner(
    of fact: TransactionFact, for poster: Poster?, isRestore: Bool, known: Settled?,
    by owners: inout OwnersOfPost, after position: Position
  ) async throws -> Settled {
    if var known {
      known.position = position
      return known
    }
    if let owner = try await ownership.undisputed(
      fact, for: poster, isRestore: isRestore, by: &owners, after: position)
    {
      return owner
    }
    // What is decided now may change who is behind other owners, and the owners of chains that replaced
    // this one.
    owners.living = [:]
    let isReplacing =
      fact.replacedChain != nil || owners.chains[fact.chain]?.successors.isEmpty != true
    if isReplacing { owners.chains = [:] } else { owners.chains[fact.chain] = nil }
    return try await ownership.settle(fact, for: poster, isRestore: isRestore, after: position)
  }

  private func name(
    of account: AccountReference?, _ fact: TransactionFact,
    among names: inout [AccountReference: AccountID?]
  ) async throws -> AccountID? {
    guard let account else { return nil }
    if names[account] == nil {
      names[account] = .some(try await recorder.log.names(of: [account])[account])
    }
    if case .some(.some(let name)) = names[account] { return name }
    return fact.tokenName.flatMap { $0.reference == account ? $0.account : nil }
  }
}

extension [Submission.Item] {
  /// The reason for a restore of consumables, which moves nothing.
  private static let nothingToRestore = "nothing_to_restore"

  /// Notes that a restore of nothing but consumables moves nothing.
  fileprivate mutating func refuseRestore(
    of verdicts: [Result<TransactionDraft, Rejection>]
  ) {
    let drafts = verdicts.map { try? $0.get() }  // a rejected item restores nothing either
    let facts = drafts.compactMap(\.?.fact)
    guard !facts.isEmpty, facts.allSatisfy({ $0.purchase.type == .consumable }) else { return }
    for index in indices where drafts[index] != nil { self[index].reason = Self.nothingToRestore }
  }
}

extension Submission.Item {
  init(index: Int, rejected rejection: Rejection) {
    self.init(index: index, state: .rejected, reason: rejection.code, duplicate: false)
  }

  init(index: Int, settled fact: TransactionFact) {
    self.init(
      index: index, transactionID: fact.transactionID, productID: fact.purchase.productID,
      environment: fact.chain.environment, chain: fact.chain,
      state: .settled, duplicate: false)
  }
}
