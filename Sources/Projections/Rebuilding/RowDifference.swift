import Ledger

/// A row of a table that differs between the live generation and the next one.
package struct RowDifference: Hashable, Sendable {
  /// A column with both values, each nil where the row or the value is not there.
  package struct Column: Hashable, Sendable {
    package let name: String
    package let live: String?
    package let next: String?
  }

  package let table: String
  package let isLiveMissing: Bool
  package let isNextMissing: Bool
  /// The columns that differ; all of them where one side has no such row.
  package let columns: [Column]
  /// The columns that both sides have alike, which say what the row is about.
  package let common: [String: String]

  /// A column of a row of one side, as the database returns it.
  struct Value {
    let isLive: Bool
    let key: String
    let column: String
    let text: String

    /// The text, a time in UTC with milliseconds. A time that is finer, as only damage writes it, stays as it is.
    fileprivate var plainText: String {
      guard let moment = Instant(text), !text.contains(/\.\d{4}/) else { return text }
      return moment.description
    }
  }

  /// Puts the fields of stored states in the place of their bytes, and a word in the place of those that have no field
  /// to show.
  private static func withStatesRead(
    _ live: [String: String], _ next: [String: String], of table: String
  ) -> ([String: String], [String: String]) {
    let column = StateFields.column
    let sides = [live, next]
    guard StateFields.tables.contains(table), sides.contains(where: { $0[column] != nil }),
      live[column] != next[column]
    else { return (live, next) }
    let read = sides.map { row in row[column].map { StateFields.read($0, of: table) } ?? [:] }
    let fields: [[String: String]]
    if let one = read[0], let other = read[1] {
      fields = one != other ? [one, other] : sides.map { [column: StateFields.size($0[column])] }
    } else {
      fields = zip(sides, read).map { row, read in
        [column: StateFields.size(row[column]) + (read == nil ? " that cannot be read" : "")]
      }
    }
    let rows = zip(sides, fields).map { row, fields in
      row.filter { $0.key != column }.merging(fields) { $1 }
    }
    return (rows[0], rows[1])
  }

  /// Pairs the rows of both sides by their keys.
  static func pair(_ values: [Value], of table: String) -> [RowDifference] {
    Dictionary(grouping: values, by: \.key).sorted { $0.key < $1.key }.map { _, values in
      let sides = Dictionary(grouping: values, by: \.isLive).mapValues { side in
        Dictionary(side.map { ($0.column, $0.plainText) }, uniquingKeysWith: { $1 })
      }
      let (live, next) = withStatesRead(sides[true] ?? [:], sides[false] ?? [:], of: table)
      let names = Set(live.keys).union(next.keys).sorted()
      return RowDifference(
        table: table, isLiveMissing: sides[true] == nil, isNextMissing: sides[false] == nil,
        columns: names.filter { live[$0] != next[$0] }.map {
          Column(name: $0, live: live[$0], next: next[$0])
        }, common: live.filter { next[$0.key] == $0.value })
    }
  }
}
