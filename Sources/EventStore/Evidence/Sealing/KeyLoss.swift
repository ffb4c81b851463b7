package import Postgres

/// The data keys under a master key that was lost: those that no key of the keyring opens. One that another key opens
/// has a wrong name of its master key, and nothing is lost.
package struct KeyLoss: Sendable {
  private let pool: Pool
  private let keyring: Keyring
  private let masterKeyID: String

  package init(of masterKeyID: String, _ pool: Pool, keyring: Keyring) {
    self.masterKeyID = masterKeyID
    self.pool = pool
    self.keyring = keyring
  }

  /// Returns the number of streams with keys that do not open.
  package func count() async throws -> Int {
    var count = 0
    try await eachPage { count += $0.count }
    return count
  }

  /// Puts these keys aside. The next event of such a stream makes another key. Returns their number.
  package func putAside() async throws -> Int {
    var count: Int64 = 0
    try await eachPage { lost in
      let rows = try await pool.withConnection { connection in
        try await connection.query(
          .dataKeysLose, lost.map(\.place.lane), lost.map(\.place.stream), masterKeyID)
      }
      count += try rows[0].decode(Int64.self)
    }
    return Int(count)
  }

  private func eachPage(_ body: ([WrappedStreamKey]) async throws -> Void) async throws {
    var pages = WrappedKeyPages(pool, under: masterKeyID)
    while let page = try await pages.next() {
      let lost = page.filter { $0.opener(in: keyring) == nil }
      if !lost.isEmpty { try await body(lost) }
    }
  }
}
