/// A signal for each lane, awaited by the task that follows the lane.
///
/// Two signals before a wait count as one. At the beginning, every lane is signaled.
struct LaneSignals: Sendable {
  /// The signals of each lane. A stream ends when the waiting task is canceled.
  let signals: [Int16: AsyncStream<Void>]
  private let senders: [Int16: AsyncStream<Void>.Continuation]

  init(_ lanes: [Int16]) {
    var signals: [Int16: AsyncStream<Void>] = [:]
    var senders: [Int16: AsyncStream<Void>.Continuation] = [:]
    for lane in lanes {
      (signals[lane], senders[lane]) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }
    self.signals = signals
    self.senders = senders
    signal(lanes)
  }

  func signal(_ lanes: [Int16]) {
    for lane in lanes { senders[lane]?.yield() }
  }
}
