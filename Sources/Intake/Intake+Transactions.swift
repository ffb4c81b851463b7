import AppStore
import EventStore
import Ledger

extension Intake {
  /// Takes in what a game posts. Good items are recorded in one transaction, whatever the others
  /// are; each item tells what became of it. Returns after the commit.
  package func receive(_ post: TransactionPost) async throws -> Submission {
    var verdicts: [Result<TransactionDraft, Refusal>] = []
    for jws in post.signedTransactions { verdicts.append(await judge(jws, post)) }
    let drafts = verdicts.compactMap { try? $0.get() }  // refusals are told item by item
    let appended =
      drafts.isEmpty
      ? .nothing
      : try await append(
        drafts.flatMap(\.events),
        names: drafts.compactMap(\.name))
    return Submission(
      id: post.id, items: try await items(verdicts, appended),
      position: appended.position)
  }

  /// One good item: the fact and what follows from it.
  struct TransactionDraft: Sendable {
    let fact: TransactionFact
    let events: [NewEvent]
    /// The account it was posted for.
    let name: AccountName?
  }

  func judge(_ jws: String, _ post: TransactionPost) async -> Result<TransactionDraft, Refusal> {
    do throws(Refusal) {
      let (fact, signed) = try await verify(transaction: jws)
      try admission.admit(fact.bundleID, fact.chain.environment)
      try post.admit(fact)
      let draft = draft(fact, signed, account: post.account)
      guard EventLog.canStore(draft.events) else { throw Refusal.unstorable }
      return .success(draft)
    } catch {
      return .failure(error)
    }
  }

  private func verify(
    transaction jws: String
  ) async throws(Refusal) -> (TransactionFact, SignedPayload) {
    let verified: Verified<TransactionPayload>
    do {
      verified = try await verifier.verify(
        SignedPayload(jws), as: TransactionPayload.self, now: clock)
    } catch {
      throw Refusal(error)
    }
    do {
      return (try TransactionFact(verified), verified.signed)
    } catch {
      throw Refusal(error)
    }
  }

  private func draft(
    _ fact: TransactionFact, _ signed: SignedPayload, account: AccountID?
  ) -> TransactionDraft {
    let evidence = Evidence(signed.bytes)
    var events = [NewEvent(.transactionObserved(fact), evidence: evidence)]
    let name = account.map { AccountName(fact.chain.environment, fact.bundleID, $0) }
    if let reference = name?.reference {
      events.append(
        NewEvent(
          .chainOwned(
            ChainOwned(
              chain: fact.chain, bundleID: fact.bundleID, account: reference, decidedAt: now()))))
      events.append(claim(fact.chain, reference, fact.bundleID))
    }
    events += claims(fact.chain, fact.bundleID, tokens: [fact.purchase.appAccountToken])
    return TransactionDraft(fact: fact, events: events, name: name)
  }

  private func items(
    _ verdicts: [Result<TransactionDraft, Refusal>], _ appended: Appended
  ) async throws -> [Submission.Item] {
    var outcomes = appended.outcomes[...]
    var items: [Submission.Item] = []
    for (index, verdict) in verdicts.enumerated() {
      switch verdict {
      case .failure(let refusal):
        items.append(Submission.Item(index: index, refused: refusal))
      case .success(let draft):
        let own = outcomes.prefix(draft.events.count)
        outcomes = outcomes.dropFirst(draft.events.count)
        var item = Submission.Item(index: index, settled: draft.fact)
        item.duplicate = own.first?.isDuplicate ?? false
        item.reason = try await ownership(draft, Array(own))
        items.append(item)
      }
    }
    return items
  }

  /// Says so where the chain was decided to be another account's before.
  private func ownership(
    _ draft: TransactionDraft, _ outcomes: [Appended.Outcome]
  ) async throws -> String? {
    guard let name = draft.name, case .duplicate(let id) = outcomes[1],
      case .chainOwned(let decision) = try await log.event(id)?.event,
      decision.account != name.reference
    else { return nil }
    return "owned_by_another_account"
  }
}

extension TransactionPost {
  /// The same post has the same id.
  fileprivate var id: String {
    var form = CanonicalForm(0)
    form.add(1, account)
    form.add(2, app)
    form.add(3, environment?.rawValue)
    for jws in signedTransactions { form.add(4, jws) }
    return "rcp_" + form.digest.hexadecimal.prefix(32)
  }

  fileprivate func admit(_ fact: TransactionFact) throws(Refusal) {
    if let environment, environment != fact.chain.environment {
      throw Refusal(
        .unreadable, code: "wrong_environment",
        detail: "environment is not that of the signed transaction: correct the parameter")
    }
    if let app, app != fact.bundleID {
      throw Refusal(
        .unreadable, code: "wrong_app",
        detail: "app is not that of the signed transaction: correct the parameter")
    }
  }
}

extension Submission.Item {
  fileprivate init(index: Int, refused refusal: Refusal) {
    self.init(index: index, state: .rejected, reason: refusal.code, duplicate: false)
  }

  fileprivate init(index: Int, settled fact: TransactionFact) {
    self.init(
      index: index, transactionID: fact.transactionID, productID: fact.purchase.productID,
      environment: fact.chain.environment, state: .settled, duplicate: false)
  }
}
