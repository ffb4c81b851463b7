/// Random lives.
extension World {
  /// Plans customers who arrive over the first half of the time and act until its end.
  ///
  /// - Parameters:
  ///   - personas: the personas of the customers, assigned in turn.
  ///   - habits: the conduct of their games.
  ///   - end: the moment after which the customers do nothing, in milliseconds since 1970.
  package mutating func settle(
    customers count: Int, living personas: [Persona], playing habits: GameHabits = GameHabits(),
    until end: Int64, seed: UInt64
  ) {
    var next = Population(
      of: personas, playing: habits, until: end, seed: seed, following: population.take())
    next.settle(count, in: &self)
    population = next
  }

  /// Opens every game that posts transactions once more.
  package mutating func openAllGames() {
    withPopulation { $0.openAllGames(in: &$1) }
  }

  /// Returns a random UUID in lower case, as Apple writes UUIDs.
  mutating func uuid() -> String { store.chance.uuid() }

  mutating func plan(_ action: RandomAction, at moment: Int64) {
    store.plan(.randomAction(action), at: moment)
  }

  mutating func withPopulation(_ body: (inout Population, inout World) -> Void) {
    guard var acting = population.take() else { return }
    body(&acting, &self)
    population = acting
  }
}
