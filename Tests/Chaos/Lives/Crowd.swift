package import AppStoreSimulator

/// Customers who live together in one store, as a value: the same crowd lives the same lives.
package struct Crowd: Sendable {
  package var customers: Int
  package var years: Int64
  package var ways: [WayOfLife]
  package var seed: UInt64

  package init(customers: Int, years: Int64, ways: [WayOfLife], seed: UInt64) {
    self.customers = customers
    self.years = years
    self.ways = ways
    self.seed = seed
  }

  var name: String {
    "\(ways.count == 1 ? ways[0].rawValue : "\(ways.count) ways"), seed \(seed)"
  }

  /// The command that lets this crowd live once more, alone.
  /// - Parameter end: when the lives ended, milliseconds since 1970.
  package func command(ending end: Int64) -> String {
    let chosen = ways == WayOfLife.allCases ? [] : ways.map { " --way \($0.rawValue)" }
    return "scripts/chaos lives --customers \(customers) --crowd \(customers) --years \(years)"
      + " --seed \(seed) --ending \(end / Int64(1).days)" + chosen.joined()
  }
}
