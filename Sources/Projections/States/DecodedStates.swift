import Synchronization

/// The states that were decoded last, by their stored bytes. A game asks about the same players again and again,
/// and their rows rarely change.
///
/// A state follows from its bytes alone, so that nothing here is ever outdated.
final class DecodedStates<State: Decodable & Sendable>: Sendable {
  /// The states used since the last turn, and those used between the last two. A turn forgets the latter.
  private struct Memory {
    var recent: [[UInt8]: State] = [:]
    var former: [[UInt8]: State] = [:]
    var recentBytes = 0
  }

  private let byteMax: Int
  private let memory = Mutex(Memory())

  /// - Parameter byteMax: the most stored bytes whose states are kept. The states take some times as much.
  init(byteMax: Int = 2 << 20) {
    self.byteMax = byteMax
  }

  /// The number of kept states.
  var count: Int { memory.withLock { $0.recent.count + $0.former.count } }

  /// Returns the state of stored bytes.
  func state(_ bytes: [UInt8]) throws -> State {
    if let known = memory.withLock({ find(bytes, in: &$0) }) { return known }
    let state = try StoredState.decode(State.self, bytes)
    memory.withLock { keep(state, of: bytes, in: &$0) }
    return state
  }

  private func find(_ bytes: [UInt8], in memory: inout Memory) -> State? {
    if let state = memory.recent[bytes] { return state }
    guard let state = memory.former.removeValue(forKey: bytes) else { return nil }
    keep(state, of: bytes, in: &memory)
    return state
  }

  private func keep(_ state: State, of bytes: [UInt8], in memory: inout Memory) {
    guard bytes.count <= byteMax / 2 else { return }
    if memory.recentBytes + bytes.count > byteMax / 2 {
      memory = Memory(former: memory.recent)
    }
    if memory.recent.updateValue(state, forKey: bytes) == nil { memory.recentBytes += bytes.count }
  }
}
