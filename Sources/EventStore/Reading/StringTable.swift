import Postgres

/// The table of interned strings, kept in memory as it grows. Ids are permanent.
final class StringTable: Sendable {
  private struct Known {
    var ids: [InternedString: Int32] = [:]
    var texts: [Int32: String] = [:]
  }

  private let pool: Pool
  private let remembered: Remembered<Known>

  init(pool: Pool, memory: LogMemory) {
    self.pool = pool
    remembered = Remembered(Known(), in: memory)
  }

  /// The fingerprint of the known strings; nil while there are none.
  var fingerprint: TableFingerprint? { TableFingerprint(remembered.withLock(\.texts)) }

  /// The ids of the strings that are known in memory.
  var known: [InternedString: Int32] { remembered.withLock(\.ids) }

  /// Returns ids that include these strings. Writes new strings first, in a separate transaction.
  func ids(of strings: Set<InternedString>) async throws -> [InternedString: Int32] {
    if let ids = knownIDs(of: strings) { return ids }
    try await pool.withConnection { connection in
      try await connection.transaction { connection in
        _ = try connection.query(.internedStringsLock, AdvisoryLock.internedStrings.rawValue)
        _ = try connection.query(.internedStringsAppend, strings.map(\.text).sorted())
      }
    }
    try await reload()
    guard let ids = knownIDs(of: strings) else {
      throw StoredEventError.incomplete("a string just written is not in the string table")
    }
    return ids
  }

  /// Returns strings that include those with these ids. Reads the table again if an id is new.
  ///
  /// - Parameter source: the session to read the table in; nil for any of the table's own pool.
  func texts(
    of ids: Set<Int32>, from source: QuerySource? = nil
  ) async throws -> [Int32: String] {
    if let texts = knownTexts(of: ids) { return texts }
    try await reload(from: source)
    return remembered.withLock(\.texts)
  }

  private func knownIDs(of strings: Set<InternedString>) -> [InternedString: Int32]? {
    remembered.withLock { known in
      strings.allSatisfy { known.ids[$0] != nil } ? known.ids : nil
    }
  }

  private func knownTexts(of ids: Set<Int32>) -> [Int32: String]? {
    remembered.withLock { known in
      ids.allSatisfy { known.texts[$0] != nil } ? known.texts : nil
    }
  }

  /// Adds the stored strings to the known ones. A slower reader removes nothing.
  private func reload(from source: QuerySource? = nil) async throws {
    let generation = remembered.generation
    let rows = try await (source ?? .pool(pool)).query(.internedStringsRead)
    let read = try rows.decode((Int32, String).self)
    remembered.remember(since: generation) { known in
      for (id, text) in read {
        known.ids[InternedString(text)] = id
        known.texts[id] = text
      }
    }
  }
}

/// An interned string. Two strings are equal only byte for byte: two spellings of one character
/// differ.
struct InternedString: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: InternedString, right: InternedString) -> Bool {
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in
      right.withUTF8 { right in left.elementsEqual(right) }
    }
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
