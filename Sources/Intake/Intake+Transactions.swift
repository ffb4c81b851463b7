import AppStore
import EventStore
package import Ledger

extension Intake {
  /// Ingests the transactions that a game posts. Records all valid items in one database
  /// transaction, even if others are rejected. Each item reports its own result. Returns after the
  /// commit.
  package func receive(_ post: TransactionPost) async throws -> Submission {
    var verdicts: [Result<TransactionDraft, Rejection>] = []
    for jws in post.signedTransactions { verdicts.append(await judge(jws, post)) }
    let drafts = verdicts.compactMap { try? $0.get() }  // each item reports its own rejection
    let appended =
      drafts.isEmpty
      ? .nothing
      : try await append(
        drafts.flatMap(\.events),
        names: drafts.flatMap(\.names))
    let (items, position) = try await items(verdicts, appended)
    return Submission(id: post.id, items: items, position: position)
  }

  /// A valid item: the fact and the events that follow from the fact.
  struct TransactionDraft: Sendable {
    let fact: TransactionFact
    let events: [NewEvent]
    /// The account named by the post and, after that account, the token if there is one.
    let names: [AccountName]
    let claim: OwnershipClaim?
  }

  func judge(_ jws: String, _ post: TransactionPost) async -> Result<TransactionDraft, Rejection> {
    do throws(Rejection) {
      let (fact, signed) = try await verify(transaction: jws)
      try admission.admit(fact.bundleID, fact.chain.environment)
      try post.admit(fact)
      let draft = draft(fact, signed, account: post.account)
      guard EventLog.canStore(draft.events) else { throw Rejection.unstorable }
      return .success(draft)
    } catch {
      return .failure(error)
    }
  }

  private func verify(
    transaction jws: String
  ) async throws(Rejection) -> (TransactionFact, SignedPayload) {
    let verified: Verified<TransactionPayload>
    do {
      verified = try await verifier.verify(
        SignedPayload(jws), as: TransactionPayload.self, now: clock)
    } catch {
      throw Rejection(error)
    }
    do {
      return (try TransactionFact(verified), verified.signed)
    } catch {
      throw Rejection(error)
    }
  }

  /// Drafts the events of a fact. A post that names an account claims the chain for the account and
  /// makes the token an alias of the account. Without an account the token itself claims the chain.
  private func draft(
    _ fact: TransactionFact, _ signed: SignedPayload, account: AccountID?
  ) -> TransactionDraft {
    let token = fact.purchase.appAccountToken.map(AccountID.init(token:))
    let names = [account, account == nil ? nil : token].compactMap(\.self)
      .map { AccountName(fact.chain.environment, fact.bundleID, $0) }
    var events = [NewEvent(.chain(.transactionObserved(fact)), evidence: Evidence(signed.bytes))]
    var claims = OwnershipClaim.claims(of: token.map { [$0] } ?? [], on: fact.chain, fact.bundleID)
    if let owner = names.first?.reference {
      events += naming(
        owner, names.dropFirst().first?.reference, fact.bundleID, fact.chain.environment)
      claims = [
        OwnershipClaim(chain: fact.chain, bundleID: fact.bundleID, account: owner, origin: .named)
      ]
    }
    events += claims.flatMap { $0.events(at: now()) }
    return TransactionDraft(fact: fact, events: events, names: names, claim: claims.first)
  }

  private func items(
    _ verdicts: [Result<TransactionDraft, Rejection>], _ appended: Appended
  ) async throws -> (items: [Submission.Item], position: Position) {
    var (outcomes, position) = (appended.outcomes[...], appended.position)
    var items: [Submission.Item] = []
    for (index, verdict) in verdicts.enumerated() {
      switch verdict {
      case .failure(let rejection):
        items.append(Submission.Item(index: index, rejected: rejection))
      case .success(let draft):
        let own = outcomes.prefix(draft.events.count)
        outcomes = outcomes.dropFirst(draft.events.count)
        var item = Submission.Item(index: index, settled: draft.fact)
        item.duplicate = own.first?.isDuplicate ?? false
        switch try await settle(draft, own, after: position) {
        case .linked(let reached): position = reached
        case .rejected(let rejection): item.reason = draft.reason(rejection)
        case .unknown: break
        }
        items.append(item)
      }
    }
    return (items, position)
  }

  /// Decides the claim of a valid item. The last two outcomes are those of the claim's events.
  func settle(
    _ draft: TransactionDraft, _ outcomes: ArraySlice<Appended.Outcome>, after position: Position
  ) async throws -> LinkOutcome {
    guard let claim = draft.claim, claim.isContested(outcomes.suffix(2)) else {
      return .linked(position)
    }
    return try await settle(claim, after: position)
  }
}

extension Intake.TransactionDraft {
  /// Returns the reason reported to the sender; nil if the post named no account.
  fileprivate func reason(_ rejection: OwnershipRejection) -> String? {
    names.isEmpty ? nil : rejection.code
  }
}

extension OwnershipRejection {
  /// A stable code in snake_case.
  package var code: String {
    switch self {
    case .ownedByAnother: "owned_by_another_account"
    case .coolingDown: "cooling_down"
    case .reasonMissing: "reason_missing"
    case .nothingToUndo: "nothing_to_undo"
    }
  }
}

extension TransactionPost {
  /// The identifier of the post. Equal posts have equal identifiers.
  fileprivate var id: String {
    var form = CanonicalForm(0)
    form.add(1, account)
    form.add(2, app)
    form.add(3, environment?.rawValue)
    for jws in signedTransactions { form.add(4, jws) }
    return "rcp_" + form.digest.hexadecimal.prefix(32)
  }

  fileprivate func admit(_ fact: TransactionFact) throws(Rejection) {
    if let environment, environment != fact.chain.environment {
      throw Rejection(
        .unreadable, code: "wrong_environment",
        detail: "environment is not that of the signed transaction: correct the parameter")
    }
    if let app, app != fact.bundleID {
      throw Rejection(
        .unreadable, code: "wrong_app",
        detail: "app is not that of the signed transaction: correct the parameter")
    }
  }
}

extension Submission.Item {
  fileprivate init(index: Int, rejected rejection: Rejection) {
    self.init(index: index, state: .rejected, reason: rejection.code, duplicate: false)
  }

  fileprivate init(index: Int, settled fact: TransactionFact) {
    self.init(
      index: index, transactionID: fact.transactionID, productID: fact.purchase.productID,
      environment: fact.chain.environment, chain: fact.chain, state: .settled, duplicate: false)
  }
}
