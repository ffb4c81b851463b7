import EventStore
import Ledger
import Postgres
import Synchronization

/// A signal for each loop that follows a lane.
///
/// Two signals before a wait count as one. At the beginning, every loop is signaled.
struct LaneSignals: Sendable {
  /// The signals of each loop, in the order of the loops. A stream ends when the waiting task is
  /// canceled.
  let streams: [AsyncStream<Void>]
  private let senders: [(lane: Int16, sender: AsyncStream<Void>.Continuation)]

  /// - Parameter lanes: the lane of each loop.
  init(_ lanes: [Int16]) {
    var streams: [AsyncStream<Void>] = []
    var senders: [(lane: Int16, sender: AsyncStream<Void>.Continuation)] = []
    for lane in lanes {
      let (stream, sender) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      streams.append(stream)
      senders.append((lane, sender))
    }
    self.streams = streams
    self.senders = senders
    signal(lanes)
  }

  func signal(_ lanes: [Int16]) {
    for (lane, sender) in senders where lanes.contains(lane) { sender.yield() }
  }
}

/// The state of the listener, by which polls are slow or fast.
final class HintState: Sendable {
  private let state = Mutex(false)

  /// True while the listener listens.
  var areArriving: Bool { state.withLock { $0 } }

  func note(_ hint: Listener.Hint) {
    state.withLock { $0 = hint != .lost }
  }
}

/// The ends of the lanes as a poll last saw them.
final class KnownHeads: Sendable {
  private let known = Mutex(Position())

  /// Returns the lanes that have grown since the last call, or have lost commits; all of them if lane 0 has.
  func changed(to position: Position) -> [Int16] {
    known.withLock { known in
      defer { known = position }
      let changed = position.lanes.filter { $0.value != known.lanes[$0.key] ?? 0 }.map(\.key)
      return changed.contains(0) ? Array(position.lanes.keys) : changed
    }
  }
}
