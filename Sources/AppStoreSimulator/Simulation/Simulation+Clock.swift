import Foundation

/// The speed of the simulated clock and the moment from which the speed applies.
struct Pace: Sendable {
  /// Simulated milliseconds per real millisecond.
  let speed: Double
  let simulatedStart: Int64
  let realStart: ContinuousClock.Instant

  func moment(at instant: ContinuousClock.Instant) -> Int64 {
    simulatedStart + Int64((instant - realStart) / .milliseconds(1) * speed)
  }
}

extension Simulation {
  /// The interval at which a running clock advances and sends due messages.
  private static let step = Duration.milliseconds(20)

  package var now: Int64 { withWorld { $0.now } }

  /// Simulated milliseconds per real millisecond; 0 while the clock is stopped.
  package var speed: Double { pace?.speed ?? 0 }

  /// Sets the speed of the clock; 0 stops it. The clock never passes the real one, because no
  /// ledger trusts a signature from the future. A fast clock that reaches the present continues at
  /// speed 1.
  package func setSpeed(_ speed: Double) {
    guard speed > 0 else {
      pace = nil
      return
    }
    pace = Pace(speed: speed, simulatedStart: now, realStart: .now)
  }

  /// Advances the clock to a moment and sends the messages due by then.
  package func advance(to moment: Int64) async throws(StoreRejection) {
    guard moment >= now else { throw .clockGoesForward }
    guard moment <= Self.present else { throw .clockAtPresent }
    withWorld { $0.advance(to: moment) }
    if let pace { setSpeed(pace.speed) }
    await deliver()
  }

  /// Runs the clock and sends messages until the task is canceled. The clock does not wait for a
  /// slow or absent ledger.
  package func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.again { await self.keepTime() } }
      group.addTask { await self.again { await self.deliver() } }
    }
  }

  private nonisolated func again(_ act: @Sendable () async -> Void) async {
    while !Task.isCancelled {
      await act()
      try? await Task.sleep(for: Self.step)  // a cancellation ends the loop
    }
  }

  /// Advances the clock to the moment that its speed implies.
  func keepTime() {
    guard let pace else { return }
    let (moment, present) = (pace.moment(at: .now), Self.present)
    withWorld { $0.advance(to: min(moment, present)) }
    if moment >= present, pace.speed > 1 { setSpeed(1) }
  }

  private static var present: Int64 { Int64(Date.now.timeIntervalSince1970 * 1_000) }
}
