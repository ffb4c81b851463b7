import EventProcessing
import Foundation
import Ledger
package import Projections

/// The JSON form of all projections, for the person on call.
package struct ProjectionsBody: Encodable, Sendable {
  package let projections: [ProjectionBody]
  /// The generation that is being built or waits for its switch; nil if there is none.
  @Nullable package private(set) var rebuild: RebuildBody?

  package init(_ projections: [RebuildService.Projection], _ status: RebuildStatus) {
    self.projections = projections.map(ProjectionBody.init)
    rebuild = status.progress.map(RebuildBody.init)
  }

  package var lines: [String] { projections.map(\.line) + [rebuild?.line].compactMap(\.self) }
}

/// The JSON form of one projection.
package struct ProjectionBody: Encodable, Sendable {
  package let name: String
  /// The number of the generation that is read.
  package let generation: Int32
  /// The number of the rules by which it was built; nil where it is not known.
  @Nullable package private(set) var rules: Int32?
  /// The number of the generation that was replaced last; nil if it was dropped.
  @Nullable package private(set) var previous: Int32?
  /// The person who accepted that it differs from the previous one; nil if it did not.
  @Nullable package private(set) var acceptedBy: String?
  package let lagEvents: Int64
  package let lagSeconds: Double
  package let deadLetters: Int64

  package init(_ projection: RebuildService.Projection) {
    let live = projection.generations.first { $0.place == .live }
    name = projection.name.rawValue
    generation = live?.number ?? 0
    rules = live?.rules
    previous = projection.generations.first { $0.place == .previous }?.number
    acceptedBy = live?.acceptedBy
    lagEvents = projection.lag.events
    lagSeconds = projection.lag.behind / .seconds(1)
    deadLetters = projection.lag.deadLetters
  }

  package var line: String {
    let rules = rules.map { " by rules \($0)" } ?? ""
    let before = previous.map { ", previous \($0)" } ?? ""
    let accepted = acceptedBy.map { ", differs from it as \($0) accepted" } ?? ""
    let dead = deadLetters > 0 ? ", \(deadLetters) dead letters" : ""
    return "\(name): generation \(generation)\(rules)\(before)\(accepted), "
      + "\(lagEvents) events behind\(dead)"
  }
}

/// The JSON form of a rebuild's progress.
package struct RebuildBody: Encodable, Sendable {
  package let generation: Int32
  package let projections: [String]
  /// reading, indexing, catching up, comparing, switching or ready.
  package let phase: String
  /// False if it was interrupted, or waits for its switch.
  package let running: Bool
  package let events: Int64
  package let eventsInAll: Int64
  @Nullable package private(set) var eventsPerSecond: Double?
  @Nullable package private(set) var secondsLeft: Double?
  package let begunAt: String
  package let line: String

  private enum CodingKeys: CodingKey {
    case generation, projections, phase, running, events, eventsInAll, eventsPerSecond, secondsLeft
    case begunAt
  }

  package init(_ progress: RebuildStatus.Progress) {
    generation = progress.generation
    projections = progress.projections.map(\.rawValue)
    phase = progress.phase.rawValue
    running = progress.isRunning
    events = progress.events
    eventsInAll = progress.total
    eventsPerSecond = progress.eventsPerSecond
    secondsLeft = progress.secondsLeft
    begunAt = progress.begunAt.description
    line = progress.sentence
  }
}
