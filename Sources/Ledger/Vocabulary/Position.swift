/// A position in all lanes of the store: the last position of each lane. Clients see an opaque
/// token.
package struct Position: Hashable, Sendable {
  package private(set) var lanes: [Int16: Int64]

  package init(_ lanes: [Int16: Int64] = [:]) {
    self.lanes = lanes
  }

  /// Creates the position that all of these cover; the beginning for an empty list.
  package init(commonOf positions: [Position]) {
    self = positions.dropFirst().reduce(positions.first ?? Position()) { $0.common(with: $1) }
  }

  package mutating func reach(_ event: EventID) {
    lanes[event.lane] = max(lanes[event.lane] ?? 0, event.position)
  }

  /// Returns the position up to which both have come.
  package func common(with other: Position) -> Position {
    let both = lanes.compactMap { lane, position in
      other.lanes[lane].map { (lane, min(position, $0)) }
    }
    return Position(Dictionary(uniqueKeysWithValues: both))
  }

  /// Returns true if every event up to `other` lies at or before this position.
  package func covers(_ other: Position) -> Bool {
    other.lanes.allSatisfy { lane, position in (lanes[lane] ?? 0) >= position }
  }
}

extension Position: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let position = Position(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a position is written as lane.position pairs")
    }
    self = position
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Position: CustomStringConvertible {
  /// Parses `lane.position` pairs joined by `_`, as `description` writes them; `0` is the
  /// beginning.
  package init?(_ token: String) {
    self.init()
    guard token != "0" else { return }
    for pair in token.split(separator: "_", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, let lane = Int16(parts[0]), let position = Int64(parts[1]),
        lane >= 0, position >= 0, lanes[lane] == nil
      else { return nil }
      lanes[lane] = position
    }
  }

  package var description: String {
    guard !lanes.isEmpty else { return "0" }
    return lanes.sorted { $0.key < $1.key }.map { "\($0.key).\($0.value)" }.joined(separator: "_")
  }
}
