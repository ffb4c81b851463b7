import AppStoreSimulator
import Foundation

/// The ledger's own command line, by which an operator erases accounts.
///
/// It finds the ledger as `daicho serve` does, by the environment.
struct LedgerProgram: Sendable {
  let path: String
  let bundleID: String

  /// Erases an account. The reply is a success once the ledger has forgotten the account.
  func erase(_ account: String) async -> LedgerReply {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["accounts", "erase", account, "--app", bundleID, "--yes"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let hasStarted: Bool = await withCheckedContinuation { ended in
      process.terminationHandler = { _ in ended.resume(returning: true) }
      // A program that cannot be started erases nothing, and is tried again like a busy ledger.
      do { try process.run() } catch { ended.resume(returning: false) }
    }
    return hasStarted && process.terminationStatus == 0 ? .success : .noResponse
  }
}
