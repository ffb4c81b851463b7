import Hummingbird

/// The routes of the simulated clock.
struct ClockRoutes: Sendable {
  let simulation: Simulation

  /// The highest speed: a simulated year in a second.
  private static let speedMax = 31_536_000.0

  func add(to router: some RouterMethods) {
    router.control("/control/clock", [.get: clock, .put: setSpeed])
    router.control("/control/clock/advance", [.post: advance])
  }

  private func clock(_ request: ControlRequest) async throws -> ClockBody {
    await ClockBody(of: simulation)
  }

  private func setSpeed(_ request: ControlRequest) async throws -> ClockBody {
    struct Body: Decodable { let speed: Double }
    let speed = try request.read(Body.self).speed
    guard (0...Self.speedMax).contains(speed) else {
      throw ControlProblem.invalid("speed", "must be a number from 0 to \(Int(Self.speedMax))")
    }
    await simulation.setSpeed(speed)
    return await ClockBody(of: simulation)
  }

  private func advance(_ request: ControlRequest) async throws -> ClockBody {
    struct Body: Decodable {
      let by: String?
      let to: String?
    }
    let body = try request.read(Body.self)
    let moment: Int64
    switch (body.by, body.to) {
    case (let by?, nil): moment = try ClockStep(by, "by").end(after: await simulation.now)
    case (nil, let to?): moment = try ControlRequest.moment(to, "to")
    case (nil, nil): throw ControlProblem.missing("by")
    case (_?, _?): throw ControlProblem.invalid("to", "cannot be given with `by`; give one of them")
    }
    try await simulation.advance(to: moment)
    return await ClockBody(of: simulation)
  }
}

/// The simulated clock in an answer.
struct ClockBody: Encodable, Sendable {
  private let now: CustomerTruth.Moment
  /// Simulated milliseconds per real millisecond; 0 while the clock is stopped.
  private let speed: Double
  /// The moment of the next scheduled event; absent if there is none.
  private let nextEvent: CustomerTruth.Moment?

  init(of simulation: Simulation) async {
    let (now, next) = await simulation.withWorld { ($0.now, $0.nextEvent) }
    self.now = CustomerTruth.Moment(now)
    speed = await simulation.speed
    nextEvent = next.map(CustomerTruth.Moment.init)
  }
}
