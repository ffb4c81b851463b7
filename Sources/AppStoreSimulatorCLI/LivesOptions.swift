import AppStoreSimulator
import ArgumentParser
import Foundation

/// The options for the start of the world and its random customers.
struct LivesOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The start of the clock; the default is now.", valueName: "time"))
  var from: TimeArgument?

  @Option(help: "The number of customers who act at random from the start on.")
  var customers = 0

  @Option(
    help: ArgumentHelp(
      "The end of their actions; the default is today at 00:00 UTC.", valueName: "time"))
  var until: TimeArgument?

  @Option(help: ArgumentHelp("Their persona; may be repeated.", valueName: "way"))
  var way: [Persona] = [.mixed]

  @Option(help: "The seed of all random decisions.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (0...100_000).contains(customers) else {
      throw ValidationError("--customers takes a number from 0 to 100000.")
    }
    let years = SigningAuthority.years
    let first = CustomerTruth.Moment(years.lowerBound).text.prefix(10)
    if let from, !years.contains(from.milliseconds) || from.milliseconds > Self.present {
      throw ValidationError("--from takes a time from \(first) on that is not in the future.")
    }
    if let until, !years.contains(until.milliseconds) {
      let last = CustomerTruth.Moment(years.upperBound - 1).text.prefix(10)
      throw ValidationError("--until takes a time from \(first) to \(last).")
    }
    guard customers == 0 || beginning < end else {
      let clock = CustomerTruth.Moment(end).text
      throw ValidationError("--customers act until \(clock): begin earlier, with --from.")
    }
  }

  func world(
    of app: SimulatedApp, selling goods: StoreCatalog, playing habits: GameHabits
  ) throws -> World {
    var world = World(of: app, selling: goods, seed: seed, from: beginning)
    if customers > 0 {
      world.settle(
        customers: customers, living: way, playing: habits, until: end, seed: seed)
    }
    return world
  }

  private var beginning: Int64 { from?.milliseconds ?? Self.present }

  private var end: Int64 { until?.milliseconds ?? Self.startOfDay }

  private static var present: Int64 { Int64(Date.now.timeIntervalSince1970 * 1_000) }

  private static var startOfDay: Int64 { present / 86_400_000 * 86_400_000 }
}

extension Persona: ExpressibleByArgument {}
