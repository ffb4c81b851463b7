import Hummingbird

extension ControlAPI {
  func addTruth(to router: some RouterMethods) {
    router.control("/truth", query: ["at", "customer"], [.get: truth])
  }

  private struct TruthBody: Encodable {
    let at: CustomerTruth.Moment
    let customers: [CustomerTruth]
  }

  /// Of everybody who had come by then, ordered by name; of one alone if one is named.
  private func truth(_ request: ControlRequest) async throws -> TruthBody {
    let asked = try request.moment("at")
    let name = request.parameter("customer")
    let (truth, names, now) = try await simulation.withWorld { world in
      if let name { _ = try world.customer(named: name) }
      let come = world.customers.filter { $0.downloadedAt <= asked ?? world.now }
      return (Truth(world.chronicle), name.map { [$0] } ?? come.map(\.name).sorted(), world.now)
    }
    let moment = asked ?? now
    guard moment <= now else {
      let clock = CustomerTruth.Moment(now).text
      throw ControlProblem.invalid("at", "must not be later than the simulated clock, now \(clock)")
    }
    return TruthBody(
      at: CustomerTruth.Moment(moment),
      customers: names.map { truth.customer($0, at: moment) })
  }
}
