import Ledger

/// The preparation of drafts outside the locks: strings are interned, keys are computed and evidence
/// is packed.
struct DraftPreparation: Sendable {
  /// A notification, a transaction and a renewal.
  private static let sharingMax = 3

  private let strings: StringTable
  private let evidence: EvidenceStore
  private let memory: LogMemory
  private let laneCount: Int16

  init(strings: StringTable, evidence: EvidenceStore, memory: LogMemory, laneCount: Int16) {
    self.strings = strings
    self.evidence = evidence
    self.memory = memory
    self.laneCount = laneCount
  }

  /// The generation of the memory, to be named with what is prepared from now on.
  var generation: Int { memory.generation }

  /// Returns the draft of a request. Throws `unstorable` for what the database cannot store.
  ///
  /// - Parameter generation: the generation before anything was prepared for the draft.
  func draft(_ request: AppendRequest, since generation: Int) async throws -> Draft {
    let rows = try request.events.map { try EventRow($0.event) }
    guard rows.allSatisfy(\.isStorable) else { throw EventLogError.unstorable }
    return Draft(
      items: try await items(of: request.events, rows),
      evidence: try await evidence.pack(request.events.compactMap(\.evidence)),
      names: request.names.map { (place(.account($0.reference)), $0.account) },
      forgotten: request.forgotten.map(place), generation: generation,
      isRefusedWhilePaused: request.isRefusedWhilePaused)
  }

  private func items(of events: [NewEvent], _ rows: [EventRow]) async throws -> [Draft.Item] {
    if let items = items(of: events, rows, strings.known) { return items }
    let ids = try await strings.ids(of: Set(rows.flatMap(\.usedStrings)))
    guard let items = items(of: events, rows, ids) else {
      throw StoredEventError.incomplete("a string just written is not in the string table")
    }
    return items
  }

  /// Returns the items of events; nil if a string has no id among these.
  private func items(
    of events: [NewEvent], _ rows: [EventRow], _ stringIDs: [InternedString: Int32]
  ) -> [Draft.Item]? {
    var items: [Draft.Item] = []
    items.reserveCapacity(rows.count)
    var start = 0
    while start < rows.count {
      let (row, end) = shared(events, rows, from: start)
      let item = Draft.Item(
        events[start..<end], rows[start..<end], row, stringIDs: stringIDs, laneCount: laneCount)
      guard let item else { return nil }
      items.append(item)
      start = end
    }
    return items
  }

  /// Returns the row of the events that share one, and the index behind them.
  private func shared(
    _ events: [NewEvent], _ rows: [EventRow], from start: Int
  ) -> (row: EventRow, end: Int) {
    let most = min(start + Self.sharingMax, rows.count)
    for end in stride(from: most, to: start + 1, by: -1)
    where events[start..<end].allSatisfy({ $0.evidence === events[start].evidence }) {
      if let row = JoinedRow.join(rows[start..<end]) { return (row, end) }
    }
    return (rows[start], start + 1)
  }

  /// Returns the ids of the strings that the events of a decision may use.
  func stringIDs(
    _ environment: StoreEnvironment, _ bundleID: BundleID
  ) async throws -> [InternedString: Int32] {
    let strings = [environment.rawValue, bundleID.rawValue].map(InternedString.init)
    return try await self.strings.ids(of: Set(strings))
  }

  /// The ids of all strings that this process knows, those of drafts that were prepared among them.
  var knownStringIDs: [InternedString: Int32] { strings.known }

  private func place(_ stream: StreamID) -> StreamPlace {
    StreamPlace(stream, among: laneCount)
  }
}

extension EventRow {
  /// The strings of the row that are interned.
  fileprivate var usedStrings: [InternedString] {
    ([environment] + strings.values.compactMap(\.self)).map(InternedString.init)
  }
}
