import Postgres

/// A parser of the lanes that a hint of the event store names.
enum LaneHint {
  /// Returns the lanes that a hint names. Returns all lanes if the hint names none or cannot be
  /// read: a needless query costs little. An event of lane 0 concerns
  /// every lane.
  static func lanes(
    _ hint: Listener.Hint, of all: [Int16]
  ) -> [Int16] {
    guard case .notified(let payload) = hint else { return all }
    let names = payload.split(separator: ",", omittingEmptySubsequences: false)
    let named = names.compactMap { Int16($0) }
    guard named.count == names.count, !named.contains(0) else { return all }
    return all.filter(named.contains)
  }
}
