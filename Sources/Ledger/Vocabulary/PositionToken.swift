package import Foundation

/// A position as clients see it, with the epoch that issued it.
///
/// A restored ledger continues from the end of its backup, so that the same position may name
/// another event there. The first eight digits of the epoch distinguish a token of another epoch.
package struct PositionToken: Hashable, Sendable, CustomStringConvertible {
  /// The first eight hexadecimal digits of the epoch.
  package let epoch: String
  package let position: Position

  package init(_ position: Position, in epoch: UUID) {
    self.position = position
    self.epoch = Self.digits(of: epoch)
  }

  /// Parses eight digits, a dash and a position, as `description` writes them; nil for anything
  /// else.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == Self.digitCount,
      parts[0].utf8.allSatisfy({ Self.alphabet.contains($0) }),
      let position = Position(String(parts[1]))
    else { return nil }
    epoch = String(parts[0])
    self.position = position
  }

  package func isOf(_ epoch: UUID) -> Bool { self.epoch == Self.digits(of: epoch) }

  package var description: String { "\(epoch)-\(position)" }

  private static let digitCount = 8
  private static let alphabet = Set("0123456789abcdef".utf8)

  private static func digits(of epoch: UUID) -> String {
    String(epoch.uuidString.prefix(digitCount)).lowercased()
  }
}
