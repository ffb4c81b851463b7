/// The statements prepared in one session, at most `limit`; the least recently used one is evicted
/// first.
///
/// A statement is prepared once for each set of parameter types, usually a single one.
struct PreparedStatements {
  private struct Entry {
    let name: String
    let types: [UInt32]
    var lastUse: Int

    /// Returns true if parameters of these types can be bound. A null (zero) fits every type.
    func takes(_ types: [UInt32]) -> Bool {
      types.count == self.types.count && zip(types, self.types).allSatisfy { $0 == 0 || $0 == $1 }
    }
  }

  static let limit = 256

  private var entries: [Statement: [Entry]] = [:]
  private var count = 0
  private var clock = 0
  private var namesGiven = 0

  mutating func find(_ statement: Statement, types: [UInt32]) -> String? {
    guard let index = entries[statement]?.firstIndex(where: { $0.takes(types) }) else {
      return nil
    }
    clock += 1
    entries[statement]?[index].lastUse = clock
    return entries[statement]?[index].name
  }

  /// Returns a name that is new in this session, and short, because the server truncates long
  /// names.
  mutating func newName() -> String {
    namesGiven += 1
    return "daicho_\(namesGiven)"
  }

  mutating func insert(_ statement: Statement, name: String, types: [UInt32]) {
    clock += 1
    entries[statement, default: []].append(Entry(name: name, types: types, lastUse: clock))
    count += 1
  }

  /// Removes every form of a statement and returns the names to deallocate.
  mutating func remove(_ statement: Statement) -> [String] {
    let names = entries.removeValue(forKey: statement)?.map(\.name) ?? []
    count -= names.count
    return names
  }

  /// Makes room for one more statement and returns the names to deallocate.
  mutating func evict() -> [String] {
    guard count >= Self.limit else { return [] }
    let oldest = entries.min { lastUse($0.value) < lastUse($1.value) }
    return oldest.map { remove($0.key) } ?? []
  }

  private func lastUse(_ forms: [Entry]) -> Int { forms.map(\.lastUse).max() ?? 0 }
}
