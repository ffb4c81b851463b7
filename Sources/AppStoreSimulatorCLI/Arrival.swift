import AppStoreSimulator
import Foundation

/// A wait until a store's clock reaches the present.
struct Arrival {
  private let store: StoreClient

  init(of store: StoreClient) {
    self.store = store
  }

  /// Waits and prints each month that passes on the store's clock. Throws if the clock will never
  /// reach the present.
  func wait() async throws {
    var month = ""
    while true {
      let clock = try await store.clock()
      if clock.now.text.prefix(7) != month {
        month = String(clock.now.text.prefix(7))
        say("In the store it is \(month).")
      }
      if clock.isPresent { return }
      guard clock.speed > 1 else { throw CommandFailure(Self.sentence(clock)) }
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  private static func sentence(_ clock: StoreClient.Clock) -> String {
    let pace = clock.speed == 0 ? "is stopped at" : "runs no faster than the real one, from"
    return "The store's clock \(pace) \(clock.now.text), and will never reach the present: "
      + "leave out --when-present, or PUT a speed above 1 to /control/clock."
  }
}

extension StoreClient.Clock {
  /// The lag in milliseconds that a clock at speed 1 may have, because it keeps the lag from its
  /// start.
  private static let lagOfRealPace = 60_000.0

  var isPresent: Bool {
    let behind = Date.now.timeIntervalSince1970 * 1_000 - Double(now.milliseconds)
    return behind < (speed == 1 ? Self.lagOfRealPace : 1_000)
  }
}

extension StoreClient {
  /// The speed with which a stopped clock returns to the present, where it continues at speed 1.
  private static let catchingUp = 525_600.0

  /// Runs the body while the store's clock is stopped. Starts the clock again afterwards, also
  /// after an error.
  func withStandingClock<Answer>(_ body: () async throws -> Answer) async throws -> Answer {
    let before = try await clock()
    let after = before.speed == 1 && before.isPresent ? Self.catchingUp : before.speed
    _ = try await setSpeed(0)
    let answer: Answer
    do {
      answer = try await body()
    } catch {
      _ = try? await setSpeed(after)  // the first error is the one to report
      throw error
    }
    _ = try await setSpeed(after)
    return answer
  }
}
