package import Foundation

/// A month of which a ledger does not hear everything in time.
package protocol MonthTrial: Sendable {
  /// The binary is `daicho`; the home is a folder of the trial's own.
  init(binary: URL, home: URL, port: Int, customers: Int, seed: UInt64) throws

  func run() async throws -> MonthReport
}
