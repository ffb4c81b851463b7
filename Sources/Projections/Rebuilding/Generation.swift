package import Ledger
package import Postgres

/// The place of a generation of a projection.
package enum GenerationPlace: String, Sendable {
  /// The generation that is read.
  case live
  /// The generation that is being built, or waits for its switch.
  case next
  /// The generation that was replaced last, frozen.
  case previous
  case dropped

  /// The schemas in which a session finds the tables of the generation, and then all others.
  var schemas: [String] {
    switch self {
    case .live, .dropped: ["public"]
    case .next, .previous: ["projection_\(rawValue)", "public"]
    }
  }
}

/// One generation of a projection.
package struct Generation: Hashable, Sendable {
  package let projection: ProjectionName
  package let number: Int32
  package let place: GenerationPlace
  /// The number of the rules by which it was built; nil where it is not known.
  package let rules: Int32?
  package let phase: RebuildPhase?
  package let changedAt: Instant
  /// The person who accepted that it differs from the generation that it replaced.
  package let acceptedBy: String?
}

/// The phases of a rebuild, in order.
package enum RebuildPhase: String, Sendable, CaseIterable {
  case reading
  case indexing
  case catchingUp = "catching up"
  case comparing
  case switching
  /// The next generation waits for its switch.
  case ready
}

extension Generation: RowDecodable {
  package init(_ columns: inout ColumnReader) throws {
    let name: String = try columns.next()
    guard let projection = ProjectionName(rawValue: name) else {
      throw columns.broken("there is no such projection")
    }
    self.projection = projection
    number = try columns.next()
    let place: String = try columns.next()
    guard let place = GenerationPlace(rawValue: place) else {
      throw columns.broken("there is no such place")
    }
    self.place = place
    rules = try columns.next()
    let phase: String? = try columns.next()
    self.phase = phase.flatMap(RebuildPhase.init)
    changedAt = try columns.next()
    acceptedBy = try columns.next()
  }
}
