/// A signal for each lane, awaited by the task that follows the lane.
///
/// Two signals before a wait count as one. At the beginning, every lane is signaled.
struct LaneSignals: Sendable {
  private let signals: [Int16: (rings: AsyncStream<Void>, ringer: AsyncStream<Void>.Continuation)]

  init(_ lanes: [Int16]) {
    var signals: [Int16: (AsyncStream<Void>, AsyncStream<Void>.Continuation)] = [:]
    for lane in lanes {
      signals[lane] = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }
    self.signals = signals
    ring(lanes)
  }

  func ring(_ lanes: [Int16]) {
    for lane in lanes { signals[lane]?.ringer.yield() }
  }

  /// Returns the signals of a lane. The stream ends when the waiting task is canceled.
  func rings(of lane: Int16) -> AsyncStream<Void> {
    guard let bell = signals[lane] else { preconditionFailure("every lane has a signal") }
    return bell.rings
  }
}
