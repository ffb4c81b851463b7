import EventStore
import Ledger
import Postgres

/// The intake of single transactions that an account posts, whose grants are made in their batch.
///
/// The account that a name stands for is taken from memory, or asked for if this process does not know it, and
/// found true or not under the locks of the batch.
struct GrantingPosts: Sendable {
  enum Outcome {
    /// The post is not recorded, and is received as any other. Its account may be known in other environments since,
    /// with these chains.
    case notRecorded(brought: BroughtAlong)
    /// The transaction is recorded, and its owner is not decided yet.
    case recorded(Appended, brought: BroughtAlong)
    case settled(Submission)
  }

  /// The transaction of a post, with the names that it gives.
  private struct NamedTransaction {
    let draft: TransactionDraft
    let account: AccountID
    /// The identifier of the post.
    let id: String
    let poster: Poster
    let posterAliases: AccountAliases
    /// The purchase's token, if it is another name than the poster's.
    let tokenAliases: AccountAliases?

    var fact: TransactionFact { draft.fact }
    var names: [AccountName] { [poster.name, fact.tokenName].compactMap(\.self) }

    func rule(at moment: Instant) -> PostGranting {
      PostGranting(
        fact: fact, poster: PostedName(posterAliases), token: tokenAliases.map(PostedName.init),
        decidedAt: moment)
    }

    func events(at moment: Instant) -> [NewEvent] {
      let names = [posterAliases, tokenAliases].compactMap(\.self)
      return [draft.observed]
        + fact.following(
          Dictionary(uniqueKeysWithValues: names.map { ($0.account, $0) }), at: moment)
        + poster.becomingKnown(at: moment)
        + poster.posting(
          fact.chain, isSigned: true, claimedBy: fact.tokenName?.reference, at: moment)
    }
  }

  private let recorder: EventRecorder
  private let names: NameDecisions
  private let wallets: Wallets
  private let caches: CompletionCaches<PostGranting>
  private let settledChains: SettledChains
  private let storedNames: StoredNames

  init(
    recorder: EventRecorder, names: NameDecisions, ownership: ChainOwnerDecisions,
    wallets: Wallets, sharedState: SharedStateCache, settledChains: SettledChains,
    storedNames: StoredNames
  ) {
    self.recorder = recorder
    self.names = names
    self.wallets = wallets
    self.settledChains = settledChains
    self.storedNames = storedNames
    caches = CompletionCaches(
      leads: ownership.cache, others: wallets.folds, sharedState: sharedState)
  }

  /// Records a post of one transaction with the grants that are due for it, if its names are known to
  /// stand for one account.
  ///
  /// - Parameter keeping: the statements that keep a settled submission, in the same transaction.
  func receive(
    _ verdicts: [Result<TransactionDraft, Rejection>], of post: TransactionPost,
    keeping: TransactionIntake.Keeping?
  ) async throws -> Outcome {
    let generation = settledChains.generation
    guard let named = try await readable({ try await named(verdicts, of: post) }) else {
      return .notRecorded(brought: BroughtAlong())
    }
    let poster = named.poster.resolution
    let brought =
      poster.isKnown
      ? BroughtAlong()
      : try await names.makeKnown(
        named.account, of: named.fact.chain.bundleID, besides: [named.fact.chain.environment],
        within: post.scope.reach)
    let now = recorder.now()
    let events = named.events(at: now)
    let companion = Companion<PostGranting.Verdict>(inOrderOf: named.id) { decided in
      guard let submission = submission(named, decided, after: events.count, bringing: brought)
      else { return [] }
      return try keeping?(submission) ?? []
    }
    let isNamed = poster.isKnown && poster.generation == 0
    let names = isNamed ? storedNames.missing(named.names) : named.names
    guard
      let decided = try await append(
        events, names: names, named.rule(at: now),
        isNew: named.fact.transactionID.rawValue == named.fact.chain.originalTransactionID.rawValue,
        companion)
    else { return .notRecorded(brought: brought) }
    // A name is stored with a new event of its account: a repeated post stores none.
    if !decided.appended.outcomes[events.count - 1].isDuplicate {
      storedNames.note(named.poster.name, since: generation)
    }
    guard var submission = submission(named, decided, after: events.count, bringing: brought)
    else { return .recorded(decided.appended, brought: brought) }
    submission.isKept = keeping != nil
    note(decided, of: named.fact.chain, since: generation)
    return .settled(submission)
  }

  /// Returns the transaction of a post that may be recorded so; nil for any other post.
  private func named(
    _ verdicts: [Result<TransactionDraft, Rejection>], of post: TransactionPost
  ) async throws -> NamedTransaction? {
    guard let account = post.account, !post.isRestore, verdicts.count == 1,
      case .success(let draft) = verdicts[0], case .signedTransactions = post.content,
      draft.fact.replacedChain == nil, draft.fact.purchase.type != .untold,
      !recorder.log.installation.isPaused
    else { return nil }
    let (bundleID, environment) = (draft.fact.chain.bundleID, draft.fact.chain.environment)
    let name = AccountName(environment, bundleID, account)
    let poster = try await wallets.naming(of: name.reference, in: bundleID, environment)
    guard PostGranting.answersForItself(poster.aliases, isClaimed: poster.isClaimed) else {
      return nil
    }
    var token: AccountAliases?
    if let reference = draft.fact.tokenName?.reference, reference != name.reference {
      let naming = try await wallets.naming(of: reference, in: bundleID, environment)
      guard naming.aliases.aliasOf == name.reference else { return nil }
      token = naming.aliases
    }
    return NamedTransaction(
      draft: draft, account: account, id: post.id,
      poster: Poster(name, by: poster.aliases, of: bundleID, in: environment),
      posterAliases: poster.aliases, tokenAliases: token)
  }

  /// Appends the events with the decision; nil if nothing was appended, for a reason that does not concern a
  /// post without a decision.
  private func append(
    _ events: [NewEvent], names: [AccountName], _ rule: PostGranting, isNew: Bool,
    _ companion: Companion<PostGranting.Verdict>
  ) async throws -> Decided<PostGranting.Verdict>? {
    try await Rejection.translatingFailure {
      do {
        return try await readable {
          try await recorder.log.append(
            events, names: names, completedBy: rule, in: caches, isNew: isNew, with: companion)
        }
      } catch EventLogError.paused, EventLogError.decidedBefore, EventLogError.forgotten {
        return nil
      }
    }
  }

  /// Returns nil if an event of the chain or of an account cannot be read. The facts of the post are recorded
  /// all the same, as any other.
  private func readable<Value>(_ work: () async throws -> Value?) async throws -> Value? {
    do { return try await work() } catch  where StoredEventError(reading: error) != nil {
      return nil
    }
  }

  /// Returns the submission of a purchase that belongs to the poster; nil while its owner is not decided.
  ///
  /// - Parameter count: the number of events before the decided ones.
  private func submission(
    _ named: NamedTransaction,
    _ decided: Decided<PostGranting.Verdict>, after count: Int, bringing brought: BroughtAlong
  ) -> Submission? {
    guard case .owned(let granted) = decided.verdict else { return nil }
    var item = Submission.Item(index: 0, settled: named.fact)
    item.duplicate = decided.appended.outcomes[0].isDuplicate
    item.account = named.account
    var submission = Submission(
      id: named.id, items: [item], position: decided.appended.position)
    submission.bring(brought)
    submission.isPriceTold = named.fact.purchase.fields.isPriceTold
    submission.noGrantReason = granted?.reason ?? NoGrantReason.none
    submission.granted = granted.map { granted in
      let events = decided.appended.outcomes.dropFirst(count).prefix(granted.grants.count).map(\.id)
      return zip(granted.grants, events).map { grant, event in
        GrantOfPost(
          status: GrantStatus(
            grant: grant, account: grant.account, takenBack: 0,
            revision: events.last?.position ?? 0),
          event: event, nameChanges: granted.nameChanges)
      }
    }
    return submission
  }

  private func note(
    _ decided: Decided<PostGranting.Verdict>, of chain: ChainID, since generation: Int
  ) {
    guard case .owned(let granted?) = decided.verdict, granted.isComplete else { return }
    let lane = recorder.log.lane(of: .chain(chain))
    settledChains.note(chain, upTo: decided.appended.position.lanes[lane] ?? 0, since: generation)
  }
}
