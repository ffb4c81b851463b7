/// One bell for each lane, which whoever follows the lane waits for.
///
/// A bell rung twice before it was heard is heard once; all have rung at the beginning.
struct LaneBells: Sendable {
  private let bells: [Int16: (rings: AsyncStream<Void>, ringer: AsyncStream<Void>.Continuation)]

  init(_ lanes: [Int16]) {
    var bells: [Int16: (AsyncStream<Void>, AsyncStream<Void>.Continuation)] = [:]
    for lane in lanes {
      bells[lane] = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }
    self.bells = bells
    ring(lanes)
  }

  func ring(_ lanes: [Int16]) {
    for lane in lanes { bells[lane]?.ringer.yield() }
  }

  /// Ends when the task that waits is cancelled.
  func rings(of lane: Int16) -> AsyncStream<Void> {
    guard let bell = bells[lane] else { preconditionFailure("every lane has a bell") }
    return bell.rings
  }
}
