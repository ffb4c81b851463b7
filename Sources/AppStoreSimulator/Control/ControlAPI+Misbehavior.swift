import Hummingbird

extension ControlAPI {
  func addMisbehavior(to router: some RouterMethods) {
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
