import AppStoreSimulator
import Foundation

extension LedgerFleet {
  /// Creates as many ledgers as there are ports, each with a folder below a home.
  init(_ binary: URL, below home: URL, ports: [Int], sharing postgres: SharedPostgres) {
    self.init(
      ports.enumerated().map { number, port in
        LedgerProcess(
          binary: binary, home: home.appending(path: "ledger-\(number + 1)"), port: port,
          shared: postgres)
      })
  }

  /// Writes the configuration of each ledger, and creates the schema.
  ///
  /// - Parameter store: the Server API that the ledgers may ask, or nil for none.
  /// - Returns: one of the ledgers, for commands.
  nonisolated func prepare(
    for app: SimulatedApp, rootCertificatePEM: String, asking store: StoreAccess? = nil
  ) async throws -> LedgerProcess {
    for process in processes {
      try process.prepare(
        bundleID: app.bundleID, appAppleID: app.appAppleID, rootCertificatePEM: rootCertificatePEM,
        asking: store)
    }
    guard let first = processes.first else { throw BrokenDrill("there is no ledger") }
    try await first.command("migrate")
    return first
  }
}
