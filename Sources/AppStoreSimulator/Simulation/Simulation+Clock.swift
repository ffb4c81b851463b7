import Foundation

/// How fast the simulated clock goes, from where.
struct Pace: Sendable {
  /// Simulated milliseconds in one of the real clock.
  let speed: Double
  let simulatedStart: Int64
  let realStart: ContinuousClock.Instant

  func moment(at instant: ContinuousClock.Instant) -> Int64 {
    simulatedStart + Int64((instant - realStart) / .milliseconds(1) * speed)
  }
}

extension Simulation {
  /// How often a running clock looks what is due.
  private static let step = Duration.milliseconds(20)

  package var now: Int64 { withWorld { $0.now } }

  /// Simulated milliseconds in one of the real clock; 0 while it stands.
  package var speed: Double { pace?.speed ?? 0 }

  /// From now on the clock goes so fast; at 0 it stands. It never passes the real one, since nobody
  /// believes a signature of the future: a fast one that has come up with it goes on at 1.
  package func setSpeed(_ speed: Double) {
    guard speed > 0 else {
      pace = nil
      return
    }
    pace = Pace(speed: speed, simulatedStart: now, realStart: .now)
  }

  /// Lets happen what happens until then, and sends what is due by then.
  package func advance(to moment: Int64) async throws(StoreRefusal) {
    guard moment >= now else { throw .clockGoesForward }
    guard moment <= Self.present else { throw .clockAtPresent }
    withWorld { $0.advance(to: moment) }
    if let pace { setSpeed(pace.speed) }
    await deliver()
  }

  /// Keeps the clock going and the messages coming until the task is cancelled. Time does not wait for a
  /// ledger that is slow or away.
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

  /// Puts the clock to where it is by now.
  func keepTime() {
    guard let pace else { return }
    let (moment, present) = (pace.moment(at: .now), Self.present)
    withWorld { $0.advance(to: min(moment, present)) }
    if moment >= present, pace.speed > 1 { setSpeed(1) }
  }

  private static var present: Int64 { Int64(Date.now.timeIntervalSince1970 * 1_000) }
}
