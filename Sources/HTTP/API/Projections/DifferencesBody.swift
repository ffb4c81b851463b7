import Foundation
import Ledger
package import Projections

/// The JSON form of the differences between the next generation and the live one.
package struct DifferencesBody: Encodable, Sendable {
  package struct Row: Encodable, Sendable {
    package struct Column: Encodable, Sendable {
      package let name: String
      @Nullable package private(set) var live: String?
      @Nullable package private(set) var next: String?
    }

    package let table: String
    /// both, live or next: the generations that have the row.
    package let isIn: String
    package let columns: [Column]
    let line: String

    private enum CodingKeys: CodingKey {
      case table, isIn, columns
    }

    init(_ row: RowDifference) {
      line = DifferenceWords(row).line
      table = row.table
      isIn = row.isLiveMissing ? "next" : row.isNextMissing ? "live" : "both"
      columns = row.columns.map { Column(name: $0.name, live: $0.live, next: $0.next) }
    }
  }

  package struct Chain: Encodable, Sendable {
    package let lane: Int16
    package let stream: String
    @Nullable package private(set) var app: String?
    @Nullable package private(set) var environment: String?
    @Nullable package private(set) var originalTransactionId: String?
    package let tables: [String]
    package let events: [String]
    package let rows: [Row]
  }

  package struct Table: Encodable, Sendable {
    package let table: String
    package let lane: Int16
    package let liveRows: Int64
    package let nextRows: Int64
  }

  private static let linesMax = 20

  package let equal: Bool
  /// The number of rows of the next generation that were compared.
  package let rows: Int64
  package let tables: [Table]
  package let chains: [Chain]
  private let sums: [String]

  private enum CodingKeys: CodingKey {
    case equal, rows, tables, chains
  }

  package init(_ differences: GenerationDifferences) {
    sums = DifferenceSums(differences.chains.flatMap(\.rows)).lines
    equal = differences.isEmpty
    rows = differences.rows
    tables = differences.tables.map {
      Table(table: $0.name, lane: $0.lane, liveRows: $0.liveRows, nextRows: $0.nextRows)
    }
    chains = differences.chains.map {
      Chain(
        lane: $0.lane, stream: $0.stream.uuidString.lowercased(),
        app: $0.chain?.bundleID.rawValue, environment: $0.chain?.environment.rawValue,
        originalTransactionId: $0.chain?.originalTransactionID.rawValue, tables: $0.tables,
        events: $0.events.map(\.description), rows: $0.rows.map(Row.init))
    }
  }

  package var lines: [String] {
    guard !equal else {
      return [
        rows > 0
          ? "Equal: \(rows) rows were compared."
          : "There is nothing to compare: no row follows from the log yet."
      ]
    }
    let shown = chains.prefix(Self.linesMax)
    let more = chains.count > shown.count ? ["… --json lists all of them."] : []
    return [
      "\(chains.count) chains differ from the live projections (live → rebuilt from the log):"
    ]
      + shown.flatMap(\.lines) + more + sums + Self.question
  }

  private static let question = [
    "Which side is wrong? The rebuilt rows follow from the log by the rules of this program; `daicho verify` "
      + "proves the log. Did no release change the rules since the live rows were built? Then the live rows are "
      + "damaged, or an earlier program was wrong.",
    "A few damaged rows: `daicho projections repair ACCOUNT|CHAIN` replaces them. Many: `daicho projections rebuild "
      + "--all`, then `switch --expect-differences NAME --reason WHY`.",
  ]
}

extension DifferencesBody.Chain {
  fileprivate var lines: [String] {
    let name = [originalTransactionId, app, environment].compactMap(\.self)
    let title = name.isEmpty ? "" : "chain \(name.joined(separator: ", ")): "
    return [
      "\(title)stream \(stream) in lane \(lane): \(tables.joined(separator: ", ")); events "
        + events.joined(separator: ", ")
    ] + rows.map { "    \($0.line)" }
  }
}
