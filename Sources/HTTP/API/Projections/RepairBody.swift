import Ledger
package import Projections

/// The JSON form of a repair of projections.
package struct RepairBody: Encodable, Sendable {
  package struct Stream: Encodable, Sendable {
    /// chain or account.
    package let kind: String
    /// The original transaction id of a purchase; nil for an account.
    @Nullable package private(set) var originalTransactionId: String?
    /// The rows that changed: `live` is the value before, `next` the value after.
    package let rows: [DifferencesBody.Row]
    /// The differences that are left.
    package let left: [String]
    let lines: [String]

    private enum CodingKeys: CodingKey {
      case kind, originalTransactionId, rows, left
    }

    fileprivate init(_ repaired: ProjectionRepair.Repaired) {
      if case .chain(let chain) = repaired.stream {
        (kind, originalTransactionId) = ("chain", chain.originalTransactionID.rawValue)
      } else {
        (kind, originalTransactionId) = ("account", nil)
      }
      rows = repaired.rows.map(DifferencesBody.Row.init)
      left = repaired.left
      lines = repaired.rows.map { DifferenceWords($0).line }
    }
  }

  package let streams: [Stream]
  /// True if the live rows are now those that follow from the log.
  package let equal: Bool
  private let sums: [String]

  private enum CodingKeys: CodingKey {
    case streams, equal
  }

  package init(_ repaired: [ProjectionRepair.Repaired]) {
    streams = repaired.map(Stream.init)
    equal = repaired.allSatisfy { $0.left.isEmpty }
    sums = DifferenceSums(repaired.flatMap(\.rows)).lines
  }

  package var lines: [String] {
    var lines: [String] = []
    for stream in streams {
      let name = stream.originalTransactionId.map { "Purchase \($0)" } ?? "Account"
      lines.append(
        stream.rows.isEmpty
          ? "\(name): nothing changed." : "\(name): replaced (before → after):")
      lines += stream.lines.map { "  \($0)" } + stream.left.map { "  STILL DIFFERS \($0)" }
    }
    guard !equal else { return lines + sums }
    return lines + sums + [
      "Some rows cannot be repaired one by one: run `daicho projections rebuild --all`."
    ]
  }
}
