import Postgres
import Synchronization

/// The dictionary of recurring words, kept in memory as it grows; ids are for ever.
final class WordDictionary: Sendable {
  private struct Known {
    var ids: [String: Int32] = [:]
    var texts: [Int32: String] = [:]
  }

  private let pool: Pool
  private let known = Mutex(Known())

  init(pool: Pool) {
    self.pool = pool
  }

  /// The ids of these words; new ones are written first, in a transaction of their own.
  func ids(of words: Set<String>) async throws -> [String: Int32] {
    if let ids = knownIDs(of: words) { return ids }
    try await pool.withConnection { connection in
      try await connection.transaction { connection in
        _ = try connection.query(EventStatements.wordsLock)
        _ = try connection.query(EventStatements.wordsAppend, words.sorted())
      }
    }
    try await reload()
    guard let ids = knownIDs(of: words) else {
      throw StoredEventError.incomplete("a word just written is not in the dictionary")
    }
    return ids
  }

  /// The words behind these ids, reading the dictionary again when one is new.
  func texts(of ids: Set<Int32>) async throws -> [Int32: String] {
    if let texts = knownTexts(of: ids) { return texts }
    try await reload()
    if let texts = knownTexts(of: ids) { return texts }
    let missing = known.withLock { known in ids.first { known.texts[$0] == nil } }
    throw StoredEventError.unknownWord(missing ?? 0)
  }

  private func knownIDs(of words: Set<String>) -> [String: Int32]? {
    known.withLock { known in
      let found = words.compactMap { word in known.ids[word].map { (word, $0) } }
      return found.count == words.count ? Dictionary(uniqueKeysWithValues: found) : nil
    }
  }

  private func knownTexts(of ids: Set<Int32>) -> [Int32: String]? {
    known.withLock { known in
      let found = ids.compactMap { id in known.texts[id].map { (id, $0) } }
      return found.count == ids.count ? Dictionary(uniqueKeysWithValues: found) : nil
    }
  }

  private func reload() async throws {
    let rows = try await pool.withConnection { connection in
      try await connection.query(EventStatements.wordsRead)
    }
    var read = Known()
    for row in rows {
      let id: Int32 = try row.get(0)
      let text: String = try row.get(1)
      read.ids[text] = id
      read.texts[id] = text
    }
    known.withLock { $0 = read }
  }
}
