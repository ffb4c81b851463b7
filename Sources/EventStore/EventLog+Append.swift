package import Ledger
package import Postgres

extension EventLog {
  /// Appends these events. Leaves out events that are stored already and reports their ids.
  ///
  /// Returns after the commit. On an error nothing was stored, unless the connection was lost; then
  /// a repetition is safe. Evidence is stored only if an event that rests on it is stored. A name
  /// is stored only with the first claim of its account.
  ///
  /// - Parameters:
  ///   - forgotten: the streams whose keys and names are destroyed in the same commit, so that their
  ///     evidence is permanently unreadable.
  ///   - isRefusedWhilePaused: true to throw `EventLogError.paused` while the ledger is paused. The
  ///     pause is read under the locks of the lanes, so that a shared event which is appended after
  ///     the pause follows every append that was not refused.
  package func append(
    _ events: [NewEvent], names: [AccountName] = [], forgetting forgotten: [StreamID] = [],
    isRefusedWhilePaused: Bool = false
  ) async throws -> Appended {
    guard !events.isEmpty else { return .nothing }
    return try await writer.append(
      try await draft(
        AppendRequest(
          events: events, names: names, forgotten: forgotten,
          isRefusedWhilePaused: isRefusedWhilePaused))
    ).appended
  }

  /// Creates the partitions that the next events need. Returns the number of created partitions.
  @discardableResult
  package func extendPartitions() async throws -> Int {
    try await Self.extendPartitions(pool)
  }

  /// Creates the partitions before the log is opened.
  @discardableResult
  package static func extendPartitions(_ pool: Pool) async throws -> Int {
    let rows = try await pool.withConnection { connection in
      try await connection.query(.partitionsExtend)
    }
    return Int(try rows[0].decode(Int32.self))
  }

  /// Returns true if the database can store every moment and text of these events. If not, `append`
  /// throws `unstorable`.
  package static func canStore(_ events: [NewEvent]) -> Bool {
    events.allSatisfy { event in
      do {
        return try EventRow(event.event).isStorable
      } catch {
        return false
      }
    }
  }

  func draft(_ request: AppendRequest) async throws -> Draft {
    let generation = memory.generation
    let rows = try request.events.map { try EventRow($0.event) }
    guard rows.allSatisfy(\.isStorable) else { throw EventLogError.unstorable }
    let stringIDs = try await strings.ids(of: Set(rows.flatMap(\.usedStrings)))
    let items = try zip(request.events, rows).map { new, row in
      try Draft.Item(
        new, row, stringIDs: stringIDs, laneCount: installation.laneCount)
    }
    return Draft(
      items: items, evidence: try await pack(request.events.compactMap(\.evidence)),
      names: request.names.map { (place(.account($0.reference)), $0.account) },
      forgotten: request.forgotten.map(place), generation: generation,
      isRefusedWhilePaused: request.isRefusedWhilePaused)
  }

  private func place(_ stream: StreamID) -> StreamPlace {
    StreamPlace(stream, among: installation.laneCount)
  }

  private func pack(_ evidence: [Evidence]) async throws -> [ObjectIdentifier: [UInt8]] {
    var packed: [ObjectIdentifier: [UInt8]] = [:]
    for evidence in evidence where packed[ObjectIdentifier(evidence)] == nil {
      let splitter = EvidenceSplitter(evidence.bytes)
      let table = try await headers.table(for: splitter)
      packed[ObjectIdentifier(evidence)] = packing.pack(splitter, headers: table)
    }
    return packed
  }
}

extension Draft.Item {
  /// Throws if a string of the row is not interned.
  init(
    _ new: NewEvent, _ row: EventRow, stringIDs: [InternedString: Int32], laneCount: Int16
  ) throws {
    self.init(
      row: try EncodedRow(row, stringIDs: stringIDs),
      lane: StreamID.lane(of: row.stream, among: laneCount),
      keys: new.event.stored.keys(in: row.stream),
      evidence: new.evidence.map(ObjectIdentifier.init), followsNew: new.followsNew)
  }
}

extension EventRow {
  private static let textMax = 1_024

  /// Returns true for years of four digits. PostgreSQL stores later years too, but not all that 64
  /// bits can express.
  private static func isStorable(_ moment: Instant) -> Bool {
    abs(moment.milliseconds) < 253_402_300_800_000
  }

  /// True if the database can store every moment and text. PostgreSQL stores no NUL and indexes no
  /// long text.
  var isStorable: Bool {
    guard (moments.values + [assertedAt]).allSatisfy({ $0.map(Self.isStorable) ?? true }) else {
      return false
    }
    let texts = [environment] + (strings.values + texts.values).compactMap(\.self)
    return texts.allSatisfy { $0.utf8.count <= Self.textMax && !$0.utf8.contains(0) }
  }

  /// The strings of the row that are interned.
  fileprivate var usedStrings: [InternedString] {
    ([environment] + strings.values.compactMap(\.self)).map(InternedString.init)
  }
}
