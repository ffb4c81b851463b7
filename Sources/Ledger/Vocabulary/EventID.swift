/// The identifier of an event: its lane and its position in the lane. Clients see an opaque string.
package struct EventID: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  package let lane: Int16
  package let position: Int64

  package init(lane: Int16, position: Int64) {
    self.lane = lane
    self.position = position
  }

  /// Parses `lane-position`, as `description` writes it; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let lane = Int16(parts[0]), let position = Int64(parts[1]),
      lane >= 0, position > 0
    else { return nil }
    self.init(lane: lane, position: position)
  }

  package var description: String { "\(lane)-\(position)" }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = EventID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "an event id is written lane-position")
    }
    self = id
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  package static func < (left: EventID, right: EventID) -> Bool {
    (left.lane, left.position) < (right.lane, right.position)
  }
}
