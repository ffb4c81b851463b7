import Hummingbird

/// The routes of the faults that the store injects.
struct MisbehaviorRoutes: Sendable {
  let simulation: Simulation

  func add(to router: some RouterMethods) {
    router.control("/control/misbehaviour", [.get: misbehavior, .put: misbehave])
  }

  private func misbehavior(_ request: ControlRequest) async throws -> Misbehavior {
    await simulation.misbehavior
  }

  /// Replaces the misbehavior by that of the body. Fields that the body leaves out mean no fault.
  private func misbehave(_ request: ControlRequest) async throws -> Misbehavior {
    let misbehavior = try request.read(MisbehaviorBody.self).misbehavior()
    await simulation.misbehave(misbehavior)
    return misbehavior
  }
}

/// A `Misbehavior` in which every field is optional.
struct MisbehaviorBody: Decodable {
  fileprivate struct Notifications: Decodable {
    let doubledPercent: WholeNumber<Int>?
    let lostPercent: WholeNumber<Int>?
    let delayedPercent: WholeNumber<Int>?
    let delayMax: WholeNumber<Int64>?
    let shuffledWithin: WholeNumber<Int64>?
  }

  fileprivate struct ServerAPI: Decodable {
    let failingPercent: WholeNumber<Int>?
    let silentPercent: WholeNumber<Int>?
    let droppedPercent: WholeNumber<Int>?
    let slowPercent: WholeNumber<Int>?
    let slowness: WholeNumber<Int64>?
    let rateLimitPercent: WholeNumber<Int>?
    let throttledPercent: WholeNumber<Int>?
    let throttledFor: WholeNumber<Int64>?
  }

  private let seed: WholeNumber<UInt64>?
  private let notifications: Notifications?
  private let serverAPI: ServerAPI?

  func misbehavior() throws(ControlProblem) -> Misbehavior {
    var misbehavior = Misbehavior()
    if let seed { misbehavior.seed = seed.value }
    try notifications?.apply(to: &misbehavior.notifications)
    try serverAPI?.apply(to: &misbehavior.serverAPI)
    return misbehavior
  }
}

/// The limits of the fields. Shares are in percent. A notification is at most a year late and an
/// answer at most ten minutes; throttling lasts at most an hour.
private let percent = 0...100
private let latenessMax = 0...Int64(365).days
private let slownessMax = 0...Int64(600_000)
private let throttlingMax = 0...Int64(1).hours

/// Sets the value if one is given; otherwise keeps the default.
private func set<Number>(
  _ value: inout Number, to given: WholeNumber<Number>?, in range: ClosedRange<Number>,
  _ field: String
) throws(ControlProblem) {
  if let given { value = try Field.number(given, in: range, field) }
}

extension MisbehaviorBody.Notifications {
  fileprivate func apply(to rules: inout Misbehavior.Notifications) throws(ControlProblem) {
    try set(&rules.doubledPercent, to: doubledPercent, in: percent, "notifications.doubledPercent")
    try set(&rules.lostPercent, to: lostPercent, in: percent, "notifications.lostPercent")
    try set(&rules.delayedPercent, to: delayedPercent, in: percent, "notifications.delayedPercent")
    try set(&rules.delayMax, to: delayMax, in: latenessMax, "notifications.delayMax")
    try set(
      &rules.shuffledWithin, to: shuffledWithin, in: latenessMax, "notifications.shuffledWithin")
  }
}

extension MisbehaviorBody.ServerAPI {
  fileprivate func apply(to rules: inout Misbehavior.ServerAPI) throws(ControlProblem) {
    try set(&rules.failingPercent, to: failingPercent, in: percent, "serverAPI.failingPercent")
    try set(&rules.silentPercent, to: silentPercent, in: percent, "serverAPI.silentPercent")
    try set(&rules.droppedPercent, to: droppedPercent, in: percent, "serverAPI.droppedPercent")
    try set(&rules.slowPercent, to: slowPercent, in: percent, "serverAPI.slowPercent")
    try set(&rules.slowness, to: slowness, in: slownessMax, "serverAPI.slowness")
    try set(
      &rules.rateLimitPercent, to: rateLimitPercent, in: percent, "serverAPI.rateLimitPercent")
    try set(
      &rules.throttledPercent, to: throttledPercent, in: percent, "serverAPI.throttledPercent")
    try set(&rules.throttledFor, to: throttledFor, in: throttlingMax, "serverAPI.throttledFor")
  }
}
