package import Ledger
package import Postgres

extension EventLog {
  /// Appends these events; what is stored already is left out and named.
  ///
  /// Returns after the commit. On any error nothing of it was stored, or, where the connection was
  /// lost, sending it again is safe. Evidence is kept only if an event resting on it is stored, and a
  /// name only with the first claim of its account.
  package func append(
    _ events: [NewEvent], names: [AccountName] = []
  ) async throws -> Appended {
    guard !events.isEmpty else { return .nothing }
    return try await writer.append(
      try await draft(AppendRequest(events: events, names: names)))
  }

  /// Appends an erasure and destroys, in the same commit, the account's name and the keys of its
  /// chains: their evidence can never be read again.
  package func erase(_ erased: AccountErased) async throws -> Appended {
    let chains = erased.chains.map { StreamID.chain(ChainID(erased.environment, $0)) }
    let streams = [StreamID.account(erased.account)] + chains
    return try await writer.append(
      try await draft(
        AppendRequest(events: [NewEvent(.accountErased(erased))], forgotten: streams)))
  }

  /// Makes the partitions that the next events need; tells how many were missing.
  @discardableResult
  package func extendPartitions() async throws -> Int {
    try await Self.extendPartitions(pool)
  }

  /// The same before the log is opened.
  @discardableResult
  package static func extendPartitions(_ pool: Pool) async throws -> Int {
    let rows = try await pool.withConnection { connection in
      try await connection.query(EventStatements.partitionsExtend)
    }
    return Int(try rows[0].get(0, as: Int32.self))
  }

  /// Whether the database can keep every moment and text of these events; `append` throws `unstorable`
  /// if not.
  package static func canStore(_ events: [NewEvent]) -> Bool {
    events.allSatisfy { EventRow($0.event).isStorable }
  }

  func draft(_ request: AppendRequest) async throws -> Draft {
    let rows = request.events.map { EventRow($0.event) }
    guard rows.allSatisfy(\.isStorable) else { throw EventLogError.unstorable }
    let wordIDs = try await words.ids(of: Set(rows.flatMap(\.usedWords)))
    let items = try zip(request.events, rows).map { new, row in
      try Draft.Item(
        new, row, wordIDs: wordIDs, laneCount: installation.laneCount)
    }
    return Draft(
      items: items, bodies: try await pack(request.events.compactMap(\.evidence)),
      names: request.names.map { (place(.account($0.reference)), $0.account) },
      forgotten: request.forgotten.map(place))
  }

  private func place(_ stream: StreamID) -> StreamPlace {
    StreamPlace(stream, among: installation.laneCount)
  }

  private func pack(_ evidence: [Evidence]) async throws -> [ObjectIdentifier: [UInt8]] {
    var bodies: [ObjectIdentifier: [UInt8]] = [:]
    for evidence in evidence where bodies[ObjectIdentifier(evidence)] == nil {
      let dissection = Dissection(evidence.bytes)
      let table = try await headers.table(for: dissection)
      bodies[ObjectIdentifier(evidence)] = packing.pack(dissection, headers: table)
    }
    return bodies
  }
}

extension Draft.Item {
  /// Throws where a word of the row has no id here.
  init(
    _ new: NewEvent, _ row: EventRow, wordIDs: [WordDictionary.Word: Int32], laneCount: Int16
  ) throws {
    self.init(
      row: try WordedRow(row, wordIDs: wordIDs),
      lane: StreamID.lane(of: row.stream, among: laneCount),
      keys: EventKeys(new.event, stream: row.stream),
      evidence: new.evidence.map(ObjectIdentifier.init), followsNew: new.followsNew)
  }
}

extension EventRow {
  private static let textMax = 1_024

  /// Years of four digits: PostgreSQL counts far more, but not all that 64 bits can say.
  private static func isStorable(_ moment: Instant) -> Bool {
    abs(moment.milliseconds) < 253_402_300_800_000
  }

  /// Whether the database can keep every moment and text: it knows no NUL, and indexes no long one.
  var isStorable: Bool {
    guard (momentValues + [assertedAt]).allSatisfy({ $0.map(Self.isStorable) ?? true }) else {
      return false
    }
    let texts = [environment] + (wordValues + textValues).compactMap(\.self)
    return texts.allSatisfy { $0.utf8.count <= Self.textMax && !$0.utf8.contains(0) }
  }

  /// Every word the row uses.
  fileprivate var usedWords: [WordDictionary.Word] {
    ([environment] + wordValues.compactMap(\.self)).map(WordDictionary.Word.init)
  }
}
