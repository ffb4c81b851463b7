import EventStore
import Foundation
import Ledger
import Postgres

/// The rows of the chains projection for some streams, as derived from events or as stored.
struct ProjectedRows {
  private struct TransactionKey: Hashable {
    let stream: UUID
    let id: TransactionID
  }

  private struct OwnershipClaim: Hashable {
    let stream: UUID
    let chain: ChainID
  }

  /// The chain states without their transactions.
  private var chains: [UUID: ChainState] = [:]
  private var transactions: [TransactionKey: TransactionState] = [:]
  private var claims: Set<OwnershipClaim> = []
  /// The rows of names, with the positions of the events that tell them; a stored row has one position.
  private var names: [NamingRow: Set<Int64>] = [:]
  private var promotions: [PromotionRow.Key: PromotionRow] = [:]
  /// The findings about stored rows that cannot be read.
  private var unreadable: [BrokenPromise] = []
  private var unreadableChains: Set<UUID> = []
  private var unreadableTransactions: Set<TransactionKey> = []

  init() {}

  /// Folds an event. The events of one stream have to come in order.
  mutating func apply(_ event: RecordedEvent) {
    let stream = event.event.stream.key
    switch ChainRowChange(event.event) {
    case .joined(let chain): join(event, chain)
    case .claimed(let claim): claims.insert(OwnershipClaim(stream: stream, chain: claim.chain))
    case .erased(_, let row):
      claims = claims.filter { $0.stream != stream }
      promotions = promotions.filter { $0.key.stream != stream }
      if let row { names[row, default: []].insert(event.id.position) }
    case .named(let row): names[row, default: []].insert(event.id.position)
    case .promoted(let promotion): apply(promotion, event.id)
    case nil: break
    }
  }

  private mutating func apply(_ event: PromotionEvent, _ id: EventID) {
    switch event {
    case .granted(let grant):
      let row = PromotionRow(grant, id)
      if promotions[row.key] == nil { promotions[row.key] = row }
    case .withdrawn(let withdrawal):
      let key = PromotionRow.Key(stream: withdrawal.account.key, id: withdrawal.id)
      promotions[key]?.withdraw(withdrawal)
    }
  }

  private mutating func join(_ event: RecordedEvent, _ chain: ChainID) {
    let stream = event.event.stream.key
    var state = ChainState(chain)
    state.join(event)
    for transaction in state.transactions.values {
      let key = TransactionKey(stream: stream, id: transaction.transactionID)
      if transactions[key]?.merge(transaction) == nil { transactions[key] = transaction }
    }
    chains[stream, default: ChainState(chain)].merge(state.withoutTransactions)
  }
}

extension ProjectedRows {
  /// Reads the stored rows. A row that cannot be read is a finding.
  init(
    lane: Int16, after stream: UUID, upTo last: UUID, on connection: isolated Connection
  ) throws {
    for row in try connection.query(.replayChains, lane, stream, last) {
      let (stream, app, environment, id, bytes) = try row.decode(
        (UUID, BundleID, String, OriginalTransactionID, [UInt8]).self)
      guard let state = decode(ChainState.self, bytes, "chain", stream) else {
        unreadableChains.insert(stream)
        continue
      }
      if state.chain != ChainID(stored: app, environment, id) {
        unreadable.append(
          RowComparison.broken(
            "chain", stream,
            "columns app, environment, original_transaction_id: its state and its columns name "
              + "different chains"))
      }
      chains[stream] = state
    }
    for row in try connection.query(.replayTransactions, lane, stream, last) {
      let (stream, id, bytes) = try row.decode((UUID, TransactionID, [UInt8]).self)
      guard let state = decode(TransactionState.self, bytes, "chain_transaction", stream) else {
        unreadableTransactions.insert(TransactionKey(stream: stream, id: id))
        continue
      }
      transactions[TransactionKey(stream: stream, id: id)] = state
    }
    for row in try connection.query(.replayAccountChains, lane, stream, last) {
      let (stream, app, environment, id) = try row.decode(
        (UUID, BundleID, String, OriginalTransactionID).self)
      guard let chain = ChainID(stored: app, environment, id) else {
        unreadable.append(
          RowComparison.broken("account_chain", stream, "column environment is unknown"))
        continue
      }
      claims.insert(OwnershipClaim(stream: stream, chain: chain))
    }
    for told in try connection.query(.replayAccountNaming, lane, stream, last)
      .decode(ToldName.self)
    {
      names[told.row] = [told.position]
    }
    let rows = try connection.query(.replayAccountPromotions, lane, stream, last)
      .decode(PromotionRow.self)
    promotions = Dictionary(rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Compares these rows, which are expected, with stored ones. Returns the differences.
  func compare(with found: ProjectedRows) -> [BrokenPromise] {
    var findings = found.unreadable
    let chains = chains.filter { !found.unreadableChains.contains($0.key) }
    findings += RowComparison.compare(chains, found.chains) { stream, finding in
      RowComparison.broken("chain", stream, "column state \(finding)")
    }
    let transactions = transactions.filter { !found.unreadableTransactions.contains($0.key) }
    findings += RowComparison.compare(transactions, found.transactions) { key, finding in
      RowComparison.broken(
        "chain_transaction", key.stream, "column state of transaction \(key.id) \(finding)")
    }
    findings += differences(claims, found.claims) { claim, finding in
      RowComparison.broken(
        "account_chain", claim.stream, "chain \(claim.chain.originalTransactionID) \(finding)")
    }
    findings += differences(Set(names.keys), Set(found.names.keys)) { row, finding in
      RowComparison.broken("account_naming", row.stream, "name \(row.alias) \(finding)")
    }
    findings += found.names.filter { row, position in
      names[row].map { !position.isSubset(of: $0.union(Self.toldBefore)) } ?? false
    }.map { row, _ in
      RowComparison.broken(
        "account_naming", row.stream,
        "column told_position of name \(row.alias) is not that of an event that tells it")
    }
    findings += RowComparison.compare(promotions, found.promotions) { key, finding in
      RowComparison.broken("account_promotion", key.stream, "promotion \(key.id) \(finding)")
    }
    return findings
  }

  /// The stored position of a name that is older than the column.
  private static let toldBefore: Set<Int64> = [0]

  private func differences<Row: Hashable>(
    _ expected: Set<Row>, _ found: Set<Row>, _ broken: (Row, String) -> BrokenPromise
  ) -> [BrokenPromise] {
    expected.subtracting(found).map { broken($0, "is missing; a replay has it") }
      + found.subtracting(expected).map { broken($0, "is there; a replay has none") }
  }

  private mutating func decode<State: Decodable>(
    _ type: State.Type, _ bytes: [UInt8], _ table: String, _ stream: UUID
  ) -> State? {
    do {
      return try StoredState.decode(type, bytes)
    } catch {
      unreadable.append(
        RowComparison.broken(table, stream, "column state: its state cannot be read"))
      return nil
    }
  }
}
