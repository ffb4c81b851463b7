import EventStore
import Ledger
import Postgres

/// The chains of customers whose service is counted together, among them chains that other accounts
/// own.
extension Reader {
  /// Returns the chains of these chains' customers, without the given ones.
  ///
  /// - Parameter known: leaves out later records.
  func otherChains(
    ofCustomersOf chains: [ChainState], in environment: StoreEnvironment, knownAt known: Instant?
  ) async throws -> [ChainState] {
    let customers = Set(chains.compactMap(\.appTransactionID))
    guard !customers.isEmpty else { return [] }
    let found = try await pool.withConnection { [log] connection in
      try await connection.query(
        .customerChains, log.lanes, environment.rawValue, customers.map(\.rawValue))
    }.decode(OriginalTransactionID.self)
    let others = Set(found.map { ChainID(environment, $0) }).subtracting(chains.map(\.chain))
    guard !others.isEmpty else { return [] }
    let states: [ChainState]
    if let known {
      let past = try await HistoricalReader(log, knownAt: known)
      var read: [ChainState] = []
      for chain in others.sorted() {
        if let state = try await past.chain(chain) { read.append(state) }
      }
      states = read
    } else {
      states = try await read(others.sorted())
    }
    return states.filter { state in state.appTransactionID.map(customers.contains) ?? false }
  }
}
