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

  private typealias Carriers = [Int16: [ObjectIdentifier: Int64]]

  private(set) var placed: [PlacedRow] = []
  /// The outcomes of each event, draft by draft.
  private(set) var appended: [Appended] = []
  /// The evidence to be stored, each beside the first row of a lane that rests on it.
  private(set) var evidence: [EventID: [UInt8]] = [:]
  /// The grants that no earlier event of the ledger made.
  private(set) var made: [GrantID: GrantPlace] = [:]
  private var known: [LaneKey: Known]
  private var granted: [GrantID: GrantPlace]
  private var positions: [Int16: Int64]

  init(
    _ drafts: [Draft], heads: [Int16: LaneHead], known: [LaneKey: Known],
    granted: [GrantID: GrantPlace]
  ) throws(StoredEventError) {
    self.known = known
    self.granted = granted
    positions = heads.mapValues(\.position)
    for draft in drafts {
      var carriers: Carriers = [:]
      var outcomes: [Appended.Outcome] = []
      for item in draft.items { outcomes += try place(item, of: draft, &carriers) }
      appended.append(Appended(outcomes: outcomes))
    }
  }

  /// Places the new events of an item, then those that are asserted again. Returns the outcome of each.
  private mutating func place(
    _ item: Draft.Item, of draft: Draft, _ carriers: inout Carriers
  ) throws(StoredEventError) -> [Appended.Outcome] {
    let originals = item.events.map {
      original(of: $0.keys, in: item.lane) ?? grantedElsewhere($0, of: item)
    }
    let new = item.events.indices.filter { originals[$0] == nil }
    var outcomes: [Int: Appended.Outcome] = [:]
    for (events, row) in try item.rows(of: new) {
      let placed = events.map { index in
        let event = place(item.events[index], item.events[index].keys.content, in: item.lane)
        outcomes[index] = .stored(event.id)
        note(item.events[index].keys.grant, madeBy: event.id, of: item)
        return event
      }
      var row = PlacedRow(events: placed, row: row)
      row.evidence = carrier(of: item, at: row.id, draft, &carriers)
      self.placed.append(row)
    }
    for (index, original) in originals.enumerated() {
      if let original { outcomes[index] = reassert(item, item.events[index], original) }
    }
    return item.events.indices.compactMap { outcomes[$0] }
  }

  private func original(of keys: EventKeys, in lane: Int16) -> Known? {
    keys.ofContent.lazy.compactMap { known[LaneKey(lane: lane, key: $0)] }.first
  }

  /// Returns the decision of another chain that made the grant of an event; nil if there is none. An
  /// id is granted in one chain only.
  private func grantedElsewhere(_ event: Draft.Event, of item: Draft.Item) -> Known? {
    guard let grant = event.keys.grant, let place = granted[grant],
      place.stream != item.row.stream
    else { return nil }
    return Known(id: place.event, assertedAt: event.assertedAt)
  }

  private mutating func note(_ grant: GrantID?, madeBy event: EventID, of item: Draft.Item) {
    guard let grant, granted[grant] == nil else { return }
    let place = GrantPlace(stream: item.row.stream, event: event)
    granted[grant] = place
    made[grant] = place
  }

  /// Returns the position of the row that carries an item's evidence, which is a new one unless an
  /// earlier item of the draft brought it to the lane.
  private mutating func carrier(
    of item: Draft.Item, at id: EventID, _ draft: Draft, _ carriers: inout Carriers
  ) -> Int64? {
    guard let evidence = item.evidence else { return nil }
    if let position = carriers[item.lane]?[evidence] { return position }
    carriers[item.lane, default: [:]][evidence] = id.position
    self.evidence[id] = draft.evidence[evidence]
    return id.position
  }

  /// Places an event whose content is known. An assertion at another moment gets a narrow row,
  /// unless that assertion is stored already.
  private mutating func reassert(
    _ item: Draft.Item, _ event: Draft.Event, _ original: Known
  ) -> Appended.Outcome {
    guard let reassertion = event.keys.reassertion, original.assertedAt != event.assertedAt
    else { return .duplicate(of: original.id) }
    if let before = known[LaneKey(lane: item.lane, key: reassertion)] {
      return .duplicate(of: before.id)
    }
    let placed = place(event, reassertion, in: item.lane)
    var row = PlacedRow(events: [placed], row: item.row.reasserting(event))
    row.reasserts = original.id.position
    self.placed.append(row)
    return .reasserted(placed.id)
  }

  /// Gives an event the next position of its lane.
  private mutating func place(
    _ event: Draft.Event, _ key: EventKey, in lane: Int16
  ) -> PlacedEvent {
    let position = (positions[lane] ?? 0) + 1
    positions[lane] = position
    let id = EventID(lane: lane, position: position)
    known[LaneKey(lane: lane, key: key)] = Known(id: id, assertedAt: event.assertedAt)
    return PlacedEvent(id: id, key: key, assertedAt: event.assertedAt, digest: event.digest)
  }
}

extension Draft.Item {
  /// Returns the rows of some of the item's events.
  fileprivate func rows(
    of events: [Int]
  ) throws(StoredEventError) -> [(events: ArraySlice<Int>, row: EncodedRow)] {
    guard !events.isEmpty else { return [] }
    if events.count == self.events.count { return [(events[...], row)] }
    return try singles?.encoded(events) ?? []
  }
}
