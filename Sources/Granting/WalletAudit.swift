package import EventStore
import Foundation
import Intake
import Ledger
package import Postgres

/// An audit that compares wallets with the grants they follow, by the log alone.
///
/// The wallet of every owned grant must hold the grant's credit, and exactly the amount that its chain
/// says is taken back. No wallet may hold a credit without a grant of that account and amount. A purchase has
/// each grant that the catalogs give it. Grants
/// beyond the granter's checkpoint, and grants of waiting chains, are counted and not judged.
package struct WalletAudit: Sendable {
  package struct Counts: Hashable, Sendable, Encodable {
    /// The number of grants that wallets have followed.
    package var followed = 0
    /// The number of grants that wallets have not followed yet.
    package var waiting = 0
    /// The number of credits in wallets.
    package var credits = 0

    package init() {}

    package static func + (left: Counts, right: Counts) -> Counts {
      var sum = left
      sum.followed += right.followed
      sum.waiting += right.waiting
      sum.credits += right.credits
      return sum
    }
  }

  private let pool: Pool
  private let log: EventLog
  private let accounts: AccountReader
  private let wallets: Wallets

  package init(pool: Pool, log: EventLog) {
    self.pool = pool
    self.log = log
    accounts = AccountReader(log)
    wallets = Wallets(log)
  }

  /// Audits a lane up to a head. Returns the counts, and what is broken, at most `limit`.
  package func findings(
    _ head: LaneHead, limit: Int, onProgress: @Sendable (_ events: Int) -> Void = { _ in }
  ) async throws -> (counts: Counts, findings: [BrokenPromise]) {
    var findings: [BrokenPromise] = []
    let pages = StreamPages(log: log, lane: head.lane, end: head.position)
    var counts = Counts()
    var last: UUID? = StreamPosition.beginning.stream
    while let stream = last, findings.count < limit {
      let page = try await pool.withTransaction(.snapshot) { connection in
        try await read(pages, head.lane, after: stream, on: connection)
      }
      findings += try await OwedGrants(log, page.reach).findings(page.chains, page.reach)
      findings += try await hold(page.chains, against: page.reach, &counts)
      findings += try await hold(page.credits, &counts)
      onProgress(page.count)
      last = page.last
    }
    return (counts, Array(findings.prefix(limit)))
  }

  /// Some streams and the granter's progress, read in one snapshot.
  private struct Page: Sendable {
    let chains: [GrantBook]
    let credits: [Credit]
    let reach: GrantingReach
    let count: Int
    let last: UUID?
  }

  /// A credit of coins to a wallet.
  private struct Credit: Sendable {
    let id: EventID
    let moved: CoinsMoved
    let grant: GrantID
    let amount: Int64

    /// Returns nil for any other event.
    init?(_ event: RecordedEvent) {
      guard case .account(.coinsMoved(let moved)) = event.event,
        case .credited(let grant, let amount) = moved.movement
      else { return nil }
      id = event.id
      self.moved = moved
      self.grant = grant
      self.amount = amount
    }

    func isSame(as grant: GrantMade) -> Bool {
      amount == grant.amount && !grant.isDeliveredElsewhere && moved.coin == grant.coin
        && moved.bundleID == grant.chain.bundleID && moved.environment == grant.chain.environment
    }
  }

  private func read(
    _ pages: StreamPages, _ lane: Int16, after stream: UUID, on connection: isolated Connection
  ) async throws -> Page {
    let (events, last) = try await pages.next(after: stream, on: connection)
    let chains = events.compactMap(\.event).grantBooks
    let reach = try GrantingReach(lane, among: chains.map(\.chain.chain), on: connection)
    return Page(
      chains: chains, credits: events.compactMap { $0.event.flatMap(Credit.init) }, reach: reach,
      count: events.count, last: last)
  }

  private func hold(
    _ chains: [GrantBook], against reach: GrantingReach, _ counts: inout Counts
  ) async throws -> [BrokenPromise] {
    var findings = try await holdOnce(chains.flatMap(\.grants))
    let statuses = try await chains.flatMap(\.statusesOfWallets).leavingOutKeptBySameAccount(
      accounts)
    for status in statuses {
      guard let account = status.account else { continue }
      let wallet = try await wallets.wallet(following: status, of: account)
      if let told = wallet.amountTakenBack(contradicting: status) {
        findings.append(
          BrokenPromise(
            .chain(status.grant.chain),
            "the wallet of its account took back \(told) of grant \(status.grant.id), where "
              + "\(status.takenBack) is right"))
      } else if wallet.hasFollowed(status) {
        counts.followed += 1
      } else if reach.covers(status) {
        findings.append(
          BrokenPromise(
            .chain(status.grant.chain),
            "the wallet of its account has not followed grant \(status.grant.id)"))
      } else {
        counts.waiting += 1
      }
    }
    return findings
  }

  /// Returns a finding for each grant that another chain has.
  private func holdOnce(_ grants: [GrantMade]) async throws -> [BrokenPromise] {
    let places = try await log.reading.places(of: Set(grants.map(\.id)))
    return grants.compactMap { grant in
      guard let place = places[grant.id], place.stream != grant.stream.key else { return nil }
      return BrokenPromise(
        .chain(grant.chain),
        "grant \(grant.id) of transaction \(grant.transactionID) was made in another chain, too, by "
          + "event \(place.event)")
    }
  }

  private func hold(
    _ credits: [Credit], _ counts: inout Counts
  ) async throws -> [BrokenPromise] {
    let made = try await accounts.grants(Set(credits.map(\.grant)))
    var findings: [BrokenPromise] = []
    for credit in credits {
      do {
        try await hold(credit, against: made[credit.grant] ?? [])
      } catch let broken as BrokenPromise {
        findings.append(broken)
      }
      counts.credits += 1
    }
    return findings
  }

  private func hold(_ credit: Credit, against made: [GrantMade]) async throws {
    guard !made.isEmpty else {
      throw BrokenPromise(
        .event(credit.id), "it credits grant \(credit.grant), which was never made")
    }
    let same = made.filter(credit.isSame)
    guard !same.isEmpty else {
      throw BrokenPromise(
        .event(credit.id), "it credits something else than grant \(credit.grant) gives")
    }
    for grant in same where try await hasHeld(credit.moved.account, grant) { return }
    throw BrokenPromise(
      .event(credit.id), "it credits grant \(credit.grant), which is another account's")
  }

  /// Returns true if an account has or had a grant, under any of its names.
  private func hasHeld(_ account: AccountReference, _ grant: GrantMade) async throws -> Bool {
    if grant.account == account { return true }
    let holders = try await accounts.owners(of: grant.chain).book.holders(of: grant.id)
    if holders.contains(account) { return true }
    let holder = try await accounts.resolve(account).account
    for other in holders where try await accounts.resolve(other).account == holder { return true }
    let names = try await accounts.aliases(of: [account])[0]
    return holders.contains(where: names.wasMerged)
  }
}
