import EventProcessing
import Granting
import Intake
import Ledger
import Projections

/// The grants of the transactions of a post, as far as they are made.
struct PostedGrants: Sendable {
  /// The grants by transaction, apart from those that wait; none for a transaction that grants nothing.
  let grants: [TransactionID: [GrantBody]]
  /// The transactions whose grants are due and not made yet.
  let late: Set<TransactionID>
  /// The reasons of the transactions that have no grant, apart from those that grant nothing.
  let reasons: [TransactionID: NoGrantReason]
  /// The transactions of charges that Apple signed without a price.
  let missingPrice: Set<TransactionID>
  /// A position that covers the post and these grants. A wallet is read from the log, and always
  /// covers it.
  let position: Position

  /// Returns nil for a transaction whose grants are late.
  func of(_ transaction: TransactionID?) -> [GrantBody]? {
    guard let transaction else { return [] }
    return late.contains(transaction) ? nil : grants[transaction] ?? []
  }

  /// Returns the reason why a transaction has no grant, if it has none.
  func reason(of transaction: TransactionID?) -> NoGrantReason {
    transaction.flatMap { reasons[$0] } ?? NoGrantReason.none
  }

  func isPriceMissing(of transaction: TransactionID?) -> Bool {
    transaction.map(missingPrice.contains) ?? false
  }
}

extension PostedGrants {
  /// Grants that are all late, since granting has not met the post yet.
  fileprivate init(late: Set<TransactionID>, at position: Position) {
    self.init(grants: [:], late: late, reasons: [:], missingPrice: [], position: position)
  }
}

/// A reader of a post's grants, which waits for granting for a short time.
struct PostedGrantsReader: Sendable {
  /// The longest wait of a post for its grants.
  static let patience: Duration = .seconds(2)
  /// The most transactions of a post that is read before granting has met all of them. Thousands are not read beside
  /// the granting of the same thousands.
  private static let earlyMax = 100

  let service: ReadService
  let intake: Intake
  let granting: ConsumerProgress

  /// Returns the grants of the settled transactions of a post, whoever caused them.
  ///
  /// - Parameter patience: the longest wait for grants that are due.
  func grants(
    of submission: Submission, within patience: Duration = .zero
  ) async throws -> PostedGrants {
    if let granted = submission.granted {
      return try await madeWithPost(granted, of: submission)
    }
    let settled = submission.items.filter { $0.state == .settled }
    let posted = settled.reduce(into: [ChainID: Set<TransactionID>]()) { posted, item in
      guard let chain = item.chain, let transaction = item.transactionID else { return }
      posted[chain, default: []].insert(transaction)
    }
    let chains = posted.keys.sorted()
    var wait = GrantingWait(
      for: granting, in: Set(submission.position.lanes.keys), by: GrantingProgress(intake.eventLog),
      within: patience)
    if !Self.isSmall(posted), try await !wait.hasPassed(submission.position) {
      if !wait.isOver { try await wait.move(past: submission.position) }
      guard try await wait.hasPassed(submission.position) else {
        return PostedGrants(late: Set(posted.values.joined()), at: submission.position)
      }
    }
    var progress = try await self.progress(of: posted, submission.position)
    while true {
      // Chains are read again only after granting has passed them, however often it has moved for others.
      while !progress.late.isEmpty, !wait.isOver {
        try await wait.move(past: progress.target)
        progress = try await self.progress(of: posted, submission.position)
      }
      let present = try await self.present(of: chains, progress, submission)
      guard !present.late.isEmpty, !wait.isOver else { return present }
      // A grant changed after its wallet was looked into, which is done again.
      progress.late = present.late
    }
  }

  /// Returns the grants of a post as they are now. Those that changed since the progress was read are late.
  private func present(
    of chains: [ChainID], _ progress: Progress, _ submission: Submission
  ) async throws -> PostedGrants {
    var grants: [TransactionID: [GrantBody]] = [:]
    var (late, reasons) = (progress.late, progress.reasons)
    var covered = submission.position
    let (page, ofChains) = try await service.reader.grants.grants(recordedOf: chains)
    let present = Dictionary(uniqueKeysWithValues: page.grants.map { ($0.id, $0) })
    for chain in chains {
      let grantsOfChain = (ofChains[chain] ?? []).compactMap { present[$0] }
      for grant in grantsOfChain.sorted(by: { ($0.made, $0.coin) < ($1.made, $1.coin) }) {
        let transactions = progress.posted(grantedBy: grant, of: chain)
        if transactions.isEmpty { continue }
        if let account = grant.account, progress.accounts[grant.id] != account {
          // The grant was made or assigned after its wallet was looked into.
          late.formUnion(transactions)
          continue
        }
        covered.reach(EventID(lane: grant.made.lane, position: grant.changedPosition))
        let body = GrantBody(
          grant, page.accounts, position: service.reader.positions.token(grant.changed))
        if progress.waits(grant, as: body) {
          for transaction in transactions { reasons[transaction] = .waiting }
        } else {
          for transaction in transactions { grants[transaction, default: []].append(body) }
        }
      }
    }
    return PostedGrants(
      grants: grants, late: late, reasons: reasons,
      missingPrice: progress.missingPrice, position: covered)
  }

  /// Returns true if the wallets have followed all grants of some transactions, which the granter may not have
  /// met yet: they were made with a post.
  private func haveWalletsFollowed(
    _ transactions: Set<TransactionID>, by deliveries: Deliveries
  ) async throws -> Bool {
    let grants = Set(transactions.flatMap { deliveries.book.grants(of: $0).map(\.id) })
    for status in deliveries.book.statusesOfWallets where grants.contains(status.grant.id) {
      guard let account = status.account,
        try await intake.wallets.wallet(following: status, of: account).hasFollowed(status)
      else { return false }
    }
    return true
  }

  /// Returns the grants that were made in the batch of a post, to the account that its items name.
  private func madeWithPost(
    _ granted: [GrantOfPost], of submission: Submission
  ) async throws -> PostedGrants {
    let name = submission.items.lazy.compactMap(\.account).first
    let bodies = granted.map { made in
      let grant = PresentGrant(made.status, made: made.event, acknowledged: nil)
      return GrantBody(
        grant, of: grant.account == nil ? nil : name,
        revision: service.reader.grants.revision(of: grant, nameChanges: made.nameChanges),
        position: service.reader.positions.token(grant.changed))
    }
    let grants = Dictionary(grouping: zip(granted, bodies)) { $0.0.status.grant.transactionID }
    let reasons = submission.items.compactMap(\.transactionID).map {
      ($0, submission.noGrantReason)
    }
    return PostedGrants(
      grants: grants.mapValues { $0.map(\.1) }, late: [],
      reasons: Dictionary(reasons) { first, _ in first },
      missingPrice: try await missingPrice(submission), position: submission.position)
  }

  /// Returns the transactions without a price of a post whose transaction told none.
  private func missingPrice(_ submission: Submission) async throws -> Set<TransactionID> {
    guard !submission.isPriceTold, let chain = submission.items.first?.chain else { return [] }
    return try await intake.deliveries.deliveries(of: chain).book.chain.transactionsMissingPrice
  }

  private static func isSmall(_ posted: [ChainID: Set<TransactionID>]) -> Bool {
    posted.values.reduce(0) { $0 + $1.count } <= earlyMax
  }

  private struct Progress {
    /// The transactions with grants that are due, that go to another account, or that a wallet may not have
    /// followed.
    var late: Set<TransactionID> = []
    /// The position that granting has to pass for them.
    var target = Position()
    /// The posted transactions of each chain, by the identifier of their purchase.
    var purchases: [ChainID: (all: ChainPurchases, posted: [TransactionID: Set<TransactionID>])] =
      [:]
    var reasons: [TransactionID: NoGrantReason] = [:]
    var missingPrice: Set<TransactionID> = []
    /// The accounts of the grants.
    var accounts: [GrantID: AccountReference] = [:]
    /// The grants that do not fit into the wallets of their accounts.
    var withoutRoom: Set<GrantID> = []

    /// Returns true for coins that no player has yet: they wait for an owner, or for room in a wallet.
    func waits(_ grant: PresentGrant, as body: GrantBody) -> Bool {
      grant.state == .pending && (body.account == nil || withoutRoom.contains(grant.id))
    }

    /// Returns the transactions to which a grant belongs: its own, and other copies of the period.
    func posted(grantedBy grant: PresentGrant, of chain: ChainID) -> Set<TransactionID> {
      guard let purchases = purchases[chain] else { return [] }
      return purchases.posted[purchases.all.identifier(of: grant.transactionID)] ?? []
    }
  }

  private func progress(
    of posted: [ChainID: Set<TransactionID>], _ position: Position
  ) async throws -> Progress {
    var progress = Progress()
    let granting = GrantingProgress(intake.eventLog)
    let all = try await intake.deliveries.deliveries(of: posted.keys.sorted())
    let reached = try await granting.reached(in: Set(position.lanes.keys))
    let reassigned = try await intake.deliveries.reassigned(
      of: all.filter { deliveries in
        posted[deliveries.book.chain.chain]?.contains(where: deliveries.grants) == true
      })
    let isEarly = Self.isSmall(posted)
    for deliveries in all {
      let chain = deliveries.book.chain
      let posted = posted[chain.chain] ?? []
      let purchases = chain.purchases
      progress.purchases[chain.chain] = (
        purchases,
        Dictionary(grouping: posted, by: purchases.identifier(of:)).mapValues(Set.init)
      )
      progress.missingPrice.formUnion(chain.transactionsMissingPrice)
      for status in deliveries.book.statuses {
        progress.accounts[status.grant.id] = status.account
        if status.isFull { progress.withoutRoom.insert(status.grant.id) }
      }
      let withGrants = posted.filter(deliveries.grants)
      for transaction in posted.subtracting(withGrants) {
        progress.reasons[transaction] = deliveries.reasonForNoGrant(of: transaction)
      }
      if withGrants.isEmpty { continue }
      let target = granting.target(position, and: deliveries.book)
      var isFollowed = reached.covers(target)
      if !isFollowed, isEarly {
        isFollowed = try await haveWalletsFollowed(withGrants, by: deliveries)
      }
      let late = withGrants.filter { transaction in
        !isFollowed || deliveries.isDue(transaction)
          || deliveries.book.grants(of: transaction).contains { reassigned.contains($0.id) }
      }
      guard !late.isEmpty else { continue }
      progress.late.formUnion(late)
      for (lane, position) in target.lanes {
        progress.target.reach(EventID(lane: lane, position: position))
      }
    }
    return progress
  }
}

extension PresentGrant {
  /// The position of the last event by which the grant may have changed.
  var changed: Position { Position([made.lane: changedPosition]) }
}
