package import Ledger

/// The chains that a write brought along because it made names known, and a position that covers them.
package struct BroughtAlong: Sendable, Hashable {
  /// The chains that waited under the names, in each environment; empty for known names.
  package private(set) var chains: [TokenChains]
  package private(set) var position: Position

  package init(_ chains: [TokenChains] = [], position: Position = Position()) {
    self.chains = chains
    self.position = position
  }

  static func += (brought: inout BroughtAlong, other: BroughtAlong) {
    brought.chains += other.chains
    brought.position = other.covering(brought.position)
  }

  /// Returns the position that also covers what was brought along.
  package func covering(_ position: Position) -> Position {
    self.position.lanes.reduce(into: position) { reached, lane in
      reached.reach(EventID(lane: lane.key, position: lane.value))
    }
  }
}
