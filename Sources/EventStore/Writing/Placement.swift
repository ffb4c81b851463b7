import Ledger

/// The new events of a batch and their positions, computed without effects under the locks of the
/// lanes.
struct Placement {
  struct LaneKey: Hashable, Sendable {
    let lane: Int16
    let key: EventKey
  }

  /// An event stored earlier under a key.
  struct Known: Sendable {
    let id: EventID
    let assertedAt: Instant
  }

  private(set) var placed: [PlacedRow] = []
  /// The outcomes of each event, draft by draft.
  private(set) var appended: [Appended] = []
  /// The evidence to be stored, each beside the first event of a lane that rests on it.
  private(set) var evidence: [EventID: [UInt8]] = [:]
  private var known: [LaneKey: Known]
  private var positions: [Int16: Int64]

  init(_ drafts: [Draft], heads: [Int16: LaneHead], known: [LaneKey: Known]) {
    self.known = known
    positions = heads.mapValues(\.position)
    for draft in drafts { place(draft) }
  }

  private mutating func place(_ draft: Draft) {
    var carriers: [Int16: [ObjectIdentifier: Int64]] = [:]
    appended.append(
      Appended(
        outcomes: draft.items.map { item in
          let outcome = place(item, carriers[item.lane] ?? [:])
          if case .stored(let id) = outcome, let evidence = item.evidence,
            carriers[item.lane]?[evidence] == nil
          {
            carriers[item.lane, default: [:]][evidence] = id.position
            self.evidence[id] = draft.evidence[evidence]
          }
          return outcome
        }))
  }

  private mutating func place(
    _ item: Draft.Item, _ carriers: [ObjectIdentifier: Int64]
  ) -> Appended.Outcome {
    let content = LaneKey(lane: item.lane, key: item.keys.content)
    if let original = known[content] { return reassert(item, original) }
    let id = nextID(in: item.lane)
    var row = PlacedRow(id: id, key: content.key, row: item.row)
    row.evidence = item.evidence.map { carriers[$0] ?? id.position }
    keep(row, content)
    return .stored(id)
  }

  /// Places an event whose content is known. An assertion at another moment gets a narrow row,
  /// unless that assertion is stored already.
  private mutating func reassert(_ item: Draft.Item, _ original: Known) -> Appended.Outcome {
    guard let reassertion = item.keys.reassertion, original.assertedAt != item.row.assertedAt
    else { return .duplicate(of: original.id) }
    let key = LaneKey(lane: item.lane, key: reassertion)
    if let before = known[key] { return .duplicate(of: before.id) }
    let id = nextID(in: item.lane)
    var row = PlacedRow(id: id, key: key.key, row: item.row.reasserted)
    row.reasserts = original.id.position
    keep(row, key)
    return .reasserted(id)
  }

  private mutating func keep(_ row: PlacedRow, _ key: LaneKey) {
    placed.append(row)
    known[key] = Known(id: row.id, assertedAt: row.row.assertedAt)
  }

  private mutating func nextID(in lane: Int16) -> EventID {
    let position = (positions[lane] ?? 0) + 1
    positions[lane] = position
    return EventID(lane: lane, position: position)
  }
}
