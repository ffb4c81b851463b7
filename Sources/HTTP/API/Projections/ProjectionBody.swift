import EventProcessing
import Foundation
import Ledger
package import Projections

/// The JSON form of all projections, for the person on call.
package struct ProjectionsBody: Encodable, Sendable {
  package let projections: [ProjectionBody]
  /// The generation that is being built or waits for its switch; absent if there is none.
  package let rebuild: RebuildBody?

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
  /// The number of the rules by which it was built; absent where it is not known.
  package let rules: Int32?
  /// The number of the generation that was replaced last; absent if it was dropped.
  package let previous: Int32?
  /// The person who accepted that it differs from the previous one; absent if it did not.
  package let acceptedBy: String?
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
    let before = previous.map { ", previous \($0)" } ?? ""
    let dead = deadLetters > 0 ? ", \(deadLetters) dead letters" : ""
    return "\(name): generation \(generation)\(before), \(lagEvents) events behind\(dead)"
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
  package let eventsPerSecond: Double?
  package let secondsLeft: Double?
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

/// The JSON form of the differences between the next generation and the live one.
package struct DifferencesBody: Encodable, Sendable {
  package struct Chain: Encodable, Sendable {
    package let lane: Int16
    package let stream: String
    package let tables: [String]
    package let events: [String]
  }

  package struct Table: Encodable, Sendable {
    package let table: String
    package let lane: Int16
    package let liveRows: Int64
    package let nextRows: Int64
  }

  private static let linesMax = 20

  package let equal: Bool
  /// The number of rows of the next generation that were compared.
  package let rows: Int64
  package let tables: [Table]
  package let chains: [Chain]

  package init(_ differences: GenerationDifferences) {
    equal = differences.isEmpty
    rows = differences.rows
    tables = differences.tables.map {
      Table(table: $0.name, lane: $0.lane, liveRows: $0.liveRows, nextRows: $0.nextRows)
    }
    chains = differences.chains.map {
      Chain(
        lane: $0.lane, stream: $0.stream.uuidString.lowercased(), tables: $0.tables,
        events: $0.events.map(\.description))
    }
  }

  package var lines: [String] {
    guard !equal else { return ["Equal: \(rows) rows were compared."] }
    let shown = chains.prefix(Self.linesMax).map { chain in
      "stream \(chain.stream) in lane \(chain.lane): \(chain.tables.joined(separator: ", ")); "
        + "events \(chain.events.joined(separator: ", "))"
    }
    let more = chains.count > shown.count ? ["… --json lists all of them."] : []
    return ["\(chains.count) chains differ from the live projections:"] + shown + more
  }
}
