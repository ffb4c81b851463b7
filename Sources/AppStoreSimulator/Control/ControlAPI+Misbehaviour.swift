import Hummingbird

extension ControlAPI {
  func addMisbehaviour(to router: some RouterMethods) {
    router.control("/control/misbehaviour", [.get: misbehaviour, .put: misbehave])
  }

  private func misbehaviour(_ request: ControlRequest) async throws -> Misbehaviour {
    await simulation.misbehaviour
  }

  /// From now on it misbehaves as the body says, and well in all that the body leaves out.
  private func misbehave(_ request: ControlRequest) async throws -> Misbehaviour {
    let misbehaviour = try request.read(MisbehaviourBody.self).misbehaviour()
    await simulation.misbehave(misbehaviour)
    return misbehaviour
  }
}
