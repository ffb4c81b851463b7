import AppStoreSimulator
import Foundation

/// The ledger's own command line, by which an operator erases accounts.
///
/// It finds the ledger as `daicho serve` does, by the environment.
struct LedgerProgram: Sendable {
  /// The program says with these words that nothing is known of an account.
  private static let nothingKnown = "or it was erased"

  let path: String
  let bundleID: String

  /// Erases an account. The reply is a success once the ledger has forgotten the account, now or before.
  func erase(_ account: String) async -> LedgerReply {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["accounts", "erase", account, "--app", bundleID, "--yes"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    let hasStarted: Bool = await withCheckedContinuation { ended in
      process.terminationHandler = { _ in ended.resume(returning: true) }
      // A program that cannot be started erases nothing, and is tried again like a busy ledger.
      do { try process.run() } catch { ended.resume(returning: false) }
    }
    guard hasStarted else { return .noResponse }
    if process.terminationStatus == 0 { return .success }
    let said = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
    return said.contains(Self.nothingKnown) ? .success : .noResponse
  }
}
