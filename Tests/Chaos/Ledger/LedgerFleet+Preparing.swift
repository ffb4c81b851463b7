import AppStoreSimulator
import Foundation

extension LedgerFleet {
  /// As many ledgers as there are ports, each with a folder below a home.
  init(_ binary: URL, below home: URL, ports: [Int], sharing postgres: SharedPostgres) {
    self.init(
      ports.enumerated().map { number, port in
        LedgerProcess(
          binary: binary, home: home.appending(path: "ledger-\(number + 1)"), port: port,
          shared: postgres)
      })
  }

  /// Writes what each is configured with, and makes the schema.
  ///
  /// - Parameter store: the Server API they may ask; nil where they must do without.
  /// - Returns: one of them, for commands.
  nonisolated func prepare(
    for app: SimulatedApp, rootCertificatePEM: String, asking store: StoreAccess? = nil
  ) async throws -> LedgerProcess {
    for process in processes {
      try process.prepare(
        bundleID: app.bundleID, appAppleID: app.appAppleID, rootCertificatePEM: rootCertificatePEM,
        asking: store)
    }
    guard let first = processes.first else { throw BrokenTrial("there is no ledger") }
    try await first.command("migrate")
    return first
  }
}
