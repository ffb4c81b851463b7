import Ledger
import Postgres

/// The check of a database session against what this process remembers of the log.
///
/// A session that lacks something is with a database that lost commits. The ledger is paused there
/// before anything else, and everything remembered is forgotten.
struct SessionCheck: Sendable {
  static let reason =
    "the database lacks commits that were acknowledged: it was restored, or a standby that was "
    + "behind took its place"

  private let memory: LogMemory
  private let strings: StringTable
  private let headers: HeaderStore

  init(_ memory: LogMemory, _ strings: StringTable, _ headers: HeaderStore) {
    self.memory = memory
    self.strings = strings
    self.headers = headers
  }

  /// The check as pools run it on new sessions. It keeps no pool alive.
  var inspection: SessionInspection {
    { [weak memory, weak strings, weak headers] connection in
      guard let memory, let strings, let headers else { return }
      try SessionCheck(memory, strings, headers).run(on: connection)
    }
  }

  /// Checks a session, and pauses the ledger of a database that lost commits.
  func run(on connection: isolated Connection) throws {
    let generation = memory.generation
    let heads = memory.heads
    let (strings, headers) = (strings.fingerprint, headers.fingerprint)
    let calls =
      (heads.isEmpty
        ? [] : [Call(.memoryHeads, heads.map(\.lane), heads.map(\.position), heads.map(\.chain))])
      + [strings.map { Call(.memoryStrings, $0.last, $0.digest) }].compactMap(\.self)
      + [headers.map { Call(.memoryHeaders, $0.numbers, $0.digest) }].compactMap(\.self)
    guard !calls.isEmpty else { return }
    let answers = try connection.query(calls)
    guard try answers.contains(where: { try $0[0].decode(Bool.self) }) else { return }
    // Several sessions may pause the ledger at once, and the later ones wait for the first.
    _ = try connection.transaction(of: [Call(.ledgerPause, Self.reason)])
    memory.forget(generation, because: Self.reason)
  }
}

/// The digest of numbered texts, by which two tables are compared.
struct TableFingerprint: Sendable {
  let last: Int32
  /// The numbers of the texts in order.
  let numbers: [Int32]
  let digest: [UInt8]

  /// Creates the fingerprint of lines `number:text`; nil for an empty table.
  init?(_ lines: [Int32: String]) {
    guard let last = lines.keys.max() else { return nil }
    self.last = last
    numbers = lines.keys.sorted()
    let text = lines.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
      .joined(separator: "\n")
    digest = Digest(of: Array(text.utf8)).bytes
  }
}
