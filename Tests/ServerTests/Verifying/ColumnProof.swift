import Foundation

/// The proof of a column: the command that finds its change, or the reason why it cannot.
struct ColumnProof: Hashable, Sendable {
  enum Means: Hashable, Sendable {
    case verify, evidence, projections, wallets, against, doctor
    /// The program does not start.
    case start
    /// No change of the column does harm, for this reason.
    case harmless(String)
    /// The log has no word of the column with which it could be compared. The sentence says what a change
    /// of it can do, and what ends it.
    case untold(String)
  }

  let table: String
  let column: String
  let means: Means

  /// Reads the list beside this file: a table with columns, a colon and the means on each line.
  static func all() throws -> [ColumnProof] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/columns.txt")
    let text = try String(contentsOf: file, encoding: .utf8)
    return try text.split(separator: "\n").flatMap { line -> [ColumnProof] in
      let parts = line.split(separator: ":", maxSplits: 1)
      let names = (parts.first ?? "").split(separator: " ").map(String.init)
      guard parts.count == 2, names.count > 1, let means = means(parts[1]) else {
        throw WrongLine(line: String(line))
      }
      return names.dropFirst().map { ColumnProof(table: names[0], column: $0, means: means) }
    }
  }

  private struct WrongLine: Error {
    let line: String
  }

  private static func means(_ text: Substring) -> Means? {
    let words = text.split(separator: " ", maxSplits: 1)
    let reason = words.count > 1 ? String(words[1]) : nil
    return switch (words.first, reason) {
    case ("verify", nil): .verify
    // The rest of the line names a change that `verify` cannot find, and the reason.
    case ("verify", let limit?) where limit.hasPrefix("except "): .verify
    case ("evidence", nil): .evidence
    case ("projections", nil): .projections
    case ("wallets", nil): .wallets
    case ("against", nil): .against
    case ("doctor", nil): .doctor
    case ("start", nil): .start
    case ("harmless", let reason?): .harmless(reason)
    case ("untold", let reason?): .untold(reason)
    default: nil
    }
  }
}
