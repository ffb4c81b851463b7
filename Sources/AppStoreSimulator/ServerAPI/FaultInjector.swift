import Hummingbird

/// The treatment of a request under misbehavior.
enum Treatment: Equatable, Sendable {
  case answer
  /// The request is answered after this many milliseconds.
  case slowAnswer(Int64)
  /// The request fails. Failures are numbered from 1, and the number decides the form of the
  /// answer.
  case failure(number: Int)
  /// The request is answered 429 for this many milliseconds, whatever the request rate.
  case throttling(Int64)
  case silence
  case drop

  /// Draws the treatment, the same for the same seed and ordinal. The first request has ordinal 1.
  init(ofRequest ordinal: UInt64, under misbehavior: Misbehavior) {
    let rules = misbehavior.serverAPI
    var chance = Chance(seed: misbehavior.seed ^ (ordinal &* 0x2545_F491_4F6C_DD1D))
    if chance.happens(percent: rules.failingPercent) {
      self = .failure(number: 1)
    } else if chance.happens(percent: rules.silentPercent) {
      self = .silence
    } else if chance.happens(percent: rules.droppedPercent) {
      self = .drop
    } else if chance.happens(percent: rules.slowPercent) {
      self = .slowAnswer(rules.slowness)
    } else if chance.happens(percent: rules.throttledPercent) {
      self = .throttling(rules.throttledFor)
    } else {
      self = .answer
    }
  }
}

/// The faults of a store, injected into answers as misbehavior demands.
struct FaultInjector: Sendable {
  let simulation: Simulation
  let counter: RequestCounter
  let time: RealTime

  /// Answers a request, or treats the request as misbehavior demands.
  /// - Parameter failure: returns the answer to a request that fails. Failures are numbered from 1.
  func treat(
    _ context: StoreRequestContext, failing failure: (_ number: Int) throws -> Response,
    answer: () async throws -> Response
  ) async throws -> Response {
    switch await counter.treatment(under: simulation.misbehavior) {
    case .answer: return try await answer()
    case .slowAnswer(let delay):
      try await time.sleep(.milliseconds(delay))
      return try await answer()
    case .failure(let number): return try failure(number)
    case .throttling(let pause): return try .tooManyRequests(until: time.now() + pause)
    case .silence:
      try await time.sleep(.seconds(60))
      return try await drop(context)
    case .drop: return try await drop(context)
    }
  }

  /// Closes the connection. The returned response is never sent.
  private func drop(_ context: StoreRequestContext) async throws -> Response {
    try await context.connection.close()
    return Response(status: .internalServerError)
  }
}
