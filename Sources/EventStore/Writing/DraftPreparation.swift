import Ledger

/// The preparation of drafts outside the locks: strings are interned, keys are computed and evidence
/// is packed.
struct DraftPreparation: Sendable {
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

  /// Returns the draft of a request. Throws `unstorable` for what the database cannot store.
  func draft(_ request: AppendRequest) async throws -> Draft {
    let generation = memory.generation
    let rows = try request.events.map { try EventRow($0.event) }
    guard rows.allSatisfy(\.isStorable) else { throw EventLogError.unstorable }
    let stringIDs = try await strings.ids(of: Set(rows.flatMap(\.usedStrings)))
    let items = try zip(request.events, rows).map { new, row in
      try Draft.Item(new, row, stringIDs: stringIDs, laneCount: laneCount)
    }
    return Draft(
      items: items, evidence: try await evidence.pack(request.events.compactMap(\.evidence)),
      names: request.names.map { (place(.account($0.reference)), $0.account) },
      forgotten: request.forgotten.map(place), generation: generation,
      isRefusedWhilePaused: request.isRefusedWhilePaused)
  }

  /// Returns the ids of the strings that the events of a decision may use.
  func stringIDs(
    _ environment: StoreEnvironment, _ bundleID: BundleID
  ) async throws -> [InternedString: Int32] {
    let strings = [environment.rawValue, bundleID.rawValue].map(InternedString.init)
    return try await self.strings.ids(of: Set(strings))
  }

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
