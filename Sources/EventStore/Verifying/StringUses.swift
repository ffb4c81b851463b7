import Ledger

/// The interned strings that events use, told apart by the digests of the events. A changed text breaks every event
/// that uses it.
package struct StringUses: Sendable {
  /// The most strings that are named.
  private static let namedMax = 10

  /// The strings of events that match their digests, or would with another value in another column.
  private var sound: Set<Int32> = []
  /// The numbers of other events by their strings.
  private var broken: [Int32: Int] = [:]

  package init() {}

  /// Notes the strings of a row.
  ///
  /// - Parameter isSound: true if the digest of the row confirms its strings.
  mutating func note(_ row: StoredRow, isSound: Bool) {
    guard !isSound else { return row.addStringIDs(to: &sound) }
    var ids: Set<Int32> = []
    row.addStringIDs(to: &ids)
    for id in ids { broken[id, default: 0] += 1 }
  }

  /// Adds the uses of another lane.
  package mutating func merge(_ other: StringUses) {
    sound.formUnion(other.sound)
    broken.merge(other.broken, uniquingKeysWith: +)
  }

  /// A finding for each string that several events use, and none with its digest.
  package var findings: [BrokenPromise] {
    let suspects = broken.filter { $0.value > 1 && !sound.contains($0.key) }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return suspects.prefix(Self.namedMax).map { id, count in
      BrokenPromise(
        .record(table: "interned_string", key: "\(id)"),
        "column text: none of the \(count) events read that use it gives its digest: unless each of them was "
          + "changed, this text was: take it from a backup")
    }
  }
}
