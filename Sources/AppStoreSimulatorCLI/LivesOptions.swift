import AppStoreSimulator
import ArgumentParser
import Foundation

/// When the world begins, and who lives in it.
struct LivesOptions: ParsableArguments {
  @Option(help: ArgumentHelp("When the clock begins; without it now.", valueName: "time"))
  var from: TimeArgument?

  @Option(help: "How many customers live by themselves, from the beginning on.")
  var customers = 0

  @Option(
    help: ArgumentHelp(
      "When these do nothing any more; without it this day at 00:00 UTC.", valueName: "time"))
  var until: TimeArgument?

  @Option(help: ArgumentHelp("How they live; can be given several times.", valueName: "way"))
  var way: [WayOfLife] = [.mixed]

  @Option(help: "Another seed is another world.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (0...100_000).contains(customers) else {
      throw ValidationError("--customers takes a number from 0 to 100000.")
    }
    let years = SigningHouse.years
    let first = CustomerTruth.Moment(years.lowerBound).text.prefix(10)
    if let from, !years.contains(from.milliseconds) || from.milliseconds > Self.present {
      throw ValidationError("--from takes a time from \(first) on that is not to come.")
    }
    if let until, !years.contains(until.milliseconds) {
      let last = CustomerTruth.Moment(years.upperBound - 1).text.prefix(10)
      throw ValidationError("--until takes a time from \(first) to \(last).")
    }
    guard customers == 0 || beginning < end else {
      let clock = CustomerTruth.Moment(end).text
      throw ValidationError("--customers live until \(clock): begin earlier, with --from.")
    }
  }

  func world(of app: SimulatedApp, selling goods: Catalogue) throws -> World {
    var world = World(of: app, selling: goods, seed: seed, from: beginning)
    if customers > 0 {
      world.settle(customers: customers, living: way, until: end, seed: seed)
    }
    return world
  }

  private var beginning: Int64 { from?.milliseconds ?? Self.present }

  private var end: Int64 { until?.milliseconds ?? Self.startOfDay }

  private static var present: Int64 { Int64(Date.now.timeIntervalSince1970 * 1_000) }

  private static var startOfDay: Int64 { present / 86_400_000 * 86_400_000 }
}

extension WayOfLife: ExpressibleByArgument {}
