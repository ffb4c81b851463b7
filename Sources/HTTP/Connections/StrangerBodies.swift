import Synchronization

/// The memory for the bodies of strangers. Only its signature tells Apple's body from another one, once it
/// is whole.
///
/// A body that finds no room takes that of the one that has been unfinished for longest. Apple's bodies
/// arrive within moments, so that slow ones cannot keep them out.
package final class StrangerBodies: Sendable {
  fileprivate struct Body {
    var taken = 0
    let cutOff: @Sendable () -> Void
  }

  fileprivate struct State {
    var taken = 0
    /// The bodies of which more may come.
    var unfinished: [Int: Body] = [:]
    /// The bytes of the bodies that are whole and not answered yet.
    var finished: [Int: Int] = [:]
    var nextID = 0
    /// No body before this one is unfinished.
    var oldest = 0
  }

  private let total: Int
  private let state = Mutex(State())

  /// - Parameter total: the most bytes of all bodies.
  package init(total: Int = 16 * 1_048_576) {
    self.total = total
  }

  /// The number of bytes that are taken now.
  var taken: Int { state.withLock(\.taken) }

  /// Begins a body without bytes. Returns its number.
  ///
  /// - Parameter cutOff: ends the body when another one takes its room.
  func begin(cutOff: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      defer { state.nextID += 1 }
      state.unfinished[state.nextID] = Body(cutOff: cutOff)
      return state.nextID
    }
  }

  /// Takes bytes for an unfinished body. Throws 503 if there is no room, and if the body was cut off.
  func take(_ count: Int, of body: Int) throws(Problem) {
    var cutOff: [Body] = []
    let isTaken = state.withLock { state in
      while state.taken + count > total, let oldest = state.oldestUnfinished(but: body) {
        guard let other = state.unfinished.removeValue(forKey: oldest) else { break }
        state.taken -= other.taken
        cutOff.append(other)
      }
      guard state.unfinished[body] != nil, state.taken + count <= total else { return false }
      state.unfinished[body]?.taken += count
      state.taken += count
      return true
    }
    for other in cutOff { other.cutOff() }
    guard isTaken else { throw .bodiesTooMany }
  }

  /// Keeps the room of a body that is whole.
  func finish(_ body: Int) {
    state.withLock { state in
      state.finished[body] = state.unfinished.removeValue(forKey: body)?.taken
    }
  }

  /// Gives back the room of a body. Returns false if the body was cut off.
  @discardableResult
  func end(_ body: Int) -> Bool {
    state.withLock { state in
      let taken =
        state.unfinished.removeValue(forKey: body)?.taken
        ?? state.finished.removeValue(forKey: body)
      state.taken -= taken ?? 0
      return taken != nil
    }
  }
}

extension StrangerBodies.State {
  /// Returns the unfinished body that began first, apart from this one; nil if there is none.
  fileprivate mutating func oldestUnfinished(but body: Int) -> Int? {
    while oldest < nextID, unfinished[oldest] == nil { oldest += 1 }
    return (oldest..<nextID).first { $0 != body && unfinished[$0] != nil }
  }
}
