import Hummingbird

/// The route that adds customers who act at random.
struct LivesRoutes: Sendable {
  let simulation: Simulation

  private static let livesMax = 1...100_000

  func add(to router: some RouterMethods) {
    router.control("/control/lives", [.post: settle])
  }

  private struct LivesBody: Encodable, Sendable {
    let customers: Int
    let ways: [String]
    let until: CustomerTruth.Moment
    let seed: UInt64
  }

  /// Adds customers who act at random. Throws while earlier ones are still active.
  private func settle(_ request: ControlRequest) async throws -> LivesBody {
    struct Body: Decodable {
      let customers: WholeNumber<Int>
      let ways: [String]?
      let until: String?
      let seed: WholeNumber<UInt64>?
    }
    let body = try request.read(Body.self)
    let count = try Field.number(body.customers, in: Self.livesMax, "customers")
    let ways = try ways(body.ways)
    let end = try body.until.map { text throws(ControlProblem) in
      try ControlRequest.moment(text, "until")
    }
    let seed = body.seed?.value ?? 1
    return try await simulation.withWorld { world in
      let until = end ?? CalendarPeriod(1, .year).end(after: world.now)
      try Self.check(until, in: world)
      world.settle(customers: count, living: ways, until: until, seed: seed)
      return LivesBody(
        customers: count, ways: ways.map(\.rawValue), until: CustomerTruth.Moment(until),
        seed: seed)
    }
  }

  private func ways(_ names: [String]?) throws(ControlProblem) -> [Persona] {
    guard let names else { return [.mixed] }
    guard !names.isEmpty else {
      throw .invalid("ways", "must name at least one persona; leave it out for mixed")
    }
    var ways: [Persona] = []
    for (index, name) in names.enumerated() {
      ways.append(try Field.word(name, of: Persona.allCases, "ways[\(index)]"))
    }
    return ways
  }

  private static func check(_ until: Int64, in world: World) throws(ControlProblem) {
    guard until > world.now else {
      let clock = CustomerTruth.Moment(world.now).text
      throw .invalid("until", "must be later than the simulated clock, now \(clock)")
    }
    if let population = world.population, world.now < population.until {
      let end = CustomerTruth.Moment(population.until).text
      throw ControlProblem(
        .conflict, code: "lives_going_on",
        detail: "The earlier random customers are active until \(end); add others after that.")
    }
  }
}
