import EventStore
import Foundation
import Ledger

/// A comparison of the rows of a replay with the stored ones.
enum RowComparison {
  /// Returns a finding for each row that differs.
  static func compare<Key, State: Equatable>(
    _ expected: [Key: State], _ found: [Key: State],
    _ broken: (Key, String) -> BrokenPromise
  ) -> [BrokenPromise] {
    var findings: [BrokenPromise] = []
    for (key, state) in expected {
      guard let other = found[key] else {
        findings.append(broken(key, "is missing; a replay has it"))
        continue
      }
      guard other != state else { continue }
      let columns = differences(state, other)
      let names = columns.isEmpty ? "" : " in " + columns.sorted().joined(separator: ", ")
      findings.append(broken(key, "differs from a replay\(names)"))
    }
    for key in found.keys where expected[key] == nil {
      findings.append(broken(key, "is there; a replay has none"))
    }
    return findings
  }

  static func broken(
    _ table: String, _ stream: UUID, _ finding: String
  ) -> BrokenPromise {
    BrokenPromise(.row(table: table, stream: stream.uuidString.lowercased()), finding)
  }

  /// Returns the columns of the fields in which two values differ, without their content.
  ///
  /// A value of one field, such as a moment or an identifier, is named by the column that holds it.
  static func differences(_ left: Any, _ right: Any, in column: String? = nil) -> Set<String> {
    if let left = left as? EventID, let right = right as? EventID, let column {
      return ColumnNames.columns(of: left, right, in: column)
    }
    let mirror = Mirror(reflecting: left)
    if mirror.displayStyle == .set, column == nil {
      return differences(ofSets: mirror, Mirror(reflecting: right))
    }
    let (fields, others) = (sorted(mirror), sorted(Mirror(reflecting: right)))
    guard !fields.isEmpty, fields.count == others.count, mirror.displayStyle != .set,
      !(left is EventID)
    else { return column.map { [$0] } ?? [] }
    let isNamed = mirror.displayStyle == .struct && (column == nil || fields.count > 1)
    var differing: Set<String> = []
    for (one, other) in zip(fields, others) where "\(one.value)" != "\(other.value)" {
      let name =
        isNamed ? one.label.map { ColumnNames.column(of: $0, in: mirror.subjectType) } : nil
      differing.formUnion(differences(one.value, other.value, in: name ?? column))
    }
    return differing
  }

  /// Takes the rows that only one of two sets has, and returns the columns that differ if each has as many.
  private static func differences(ofSets left: Mirror, _ right: Mirror) -> Set<String> {
    func rows(_ mirror: Mirror) -> [String: Any] {
      Dictionary(mirror.children.map { ("\($0.value)", $0.value) }, uniquingKeysWith: { $1 })
    }
    let (ours, others) = (rows(left), rows(right))
    let surplus = ours.filter { others[$0.key] == nil }.sorted { $0.key < $1.key }
    let wanting = others.filter { ours[$0.key] == nil }.sorted { $0.key < $1.key }
    guard surplus.count == wanting.count else { return [] }
    return zip(surplus, wanting).reduce(into: []) {
      $0.formUnion(differences($1.0.value, $1.1.value))
    }
  }

  /// Returns the fields of a value in an order that equal values share.
  private static func sorted(_ mirror: Mirror) -> [Mirror.Child] {
    guard mirror.displayStyle == .dictionary else { return Array(mirror.children) }
    return mirror.children.sorted { "\($0.value)" < "\($1.value)" }
  }
}
