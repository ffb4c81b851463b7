import AppStoreSimulator

/// The months of Pacific time from the first to the last day of a world.
struct SoldMonths: Sendable {
  /// As 2026-03.
  let names: [String]
  let days: Range<PacificDay>

  init(of world: World) {
    let first = world.chronicle.map(\.at).min() ?? world.now
    days = PacificDay(of: first)..<PacificDay(of: world.now)
    var names: [String] = []
    var day = days.lowerBound
    while day < days.upperBound {
      let name = String(day.text.prefix(7))
      if names.last != name { names.append(name) }
      day = day.next
    }
    self.names = names
  }

  /// Returns the differences of the days that are over, without those of rounding.
  func differences(among rows: [BridgeRow]) -> [BridgeRow] {
    rows.filter { row in
      guard let date = row.date else { return false }
      return date < days.upperBound.text && !row.isRounding
    }
  }
}
