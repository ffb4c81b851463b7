import Postgres

/// Which lanes a hint of the event store names.
enum LaneHint {
  /// All of them where the hint names none, or cannot be read: looking costs little.
  ///
  /// - Parameter restingOnCommons: whether lane 0 concerns every lane.
  static func lanes(
    _ hint: Listener.Hint, of all: [Int16], restingOnCommons: Bool = false
  ) -> [Int16] {
    guard case .notified(let payload) = hint else { return all }
    let names = payload.split(separator: ",", omittingEmptySubsequences: false)
    let named = names.compactMap { Int16($0) }
    guard named.count == names.count, !(restingOnCommons && named.contains(0)) else { return all }
    return all.filter(named.contains)
  }
}
