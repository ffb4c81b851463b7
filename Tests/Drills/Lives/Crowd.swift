package import AppStoreSimulator

/// A crowd of customers who live together in one store. Equal crowds live the same lives.
package struct Crowd: Sendable {
  package var customers: Int
  package var years: Int64
  package var ways: [Persona]
  package var seed: UInt64

  package init(customers: Int, years: Int64, ways: [Persona], seed: UInt64) {
    self.customers = customers
    self.years = years
    self.ways = ways
    self.seed = seed
  }

  var name: String {
    "\(ways.count == 1 ? ways[0].rawValue : "\(ways.count) ways"), seed \(seed)"
  }

  /// Returns the command that repeats this crowd, alone.
  /// - Parameter end: the end of the lives, in milliseconds since 1970.
  package func command(ending end: Int64) -> String {
    let chosen = ways == Persona.allCases ? [] : ways.map { " --way \($0.rawValue)" }
    return "scripts/chaos lives --customers \(customers) --crowd \(customers) --years \(years)"
      + " --seed \(seed) --ending \(end / Int64(1).days)" + chosen.joined()
  }
}
