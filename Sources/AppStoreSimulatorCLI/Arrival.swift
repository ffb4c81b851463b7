import AppStoreSimulator
import Foundation

/// The coming of a store's clock to the present.
struct Arrival {
  private let store: StoreClient

  init(of store: StoreClient) {
    self.store = store
  }

  /// Tells each month of the store's clock that goes by until then. Refuses a clock that never comes up.
  func wait() async throws {
    var month = ""
    while true {
      let clock = try await store.clock()
      if clock.now.text.prefix(7) != month {
        month = String(clock.now.text.prefix(7))
        say("In the store it is \(month).")
      }
      if clock.isPresent { return }
      guard clock.speed > 1 else { throw Refusal(Self.sentence(clock)) }
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  private static func sentence(_ clock: StoreClient.Clock) -> String {
    let pace = clock.speed == 0 ? "stands at" : "goes no faster than the real one, from"
    return "The store's clock \(pace) \(clock.now.text), and will never come to the present: "
      + "leave out --when-present, or PUT a speed above 1 to /control/clock."
  }
}

extension StoreClient.Clock {
  /// A clock that goes as the real one does may be behind it for ever by what it took to start it.
  private static let lagOfRealPace = 60_000.0

  var isPresent: Bool {
    let behind = Date.now.timeIntervalSince1970 * 1_000 - Double(now.milliseconds)
    return behind < (speed == 1 ? Self.lagOfRealPace : 1_000)
  }
}

extension StoreClient {
  /// So fast a clock comes to the present again, where it goes on as the real one.
  private static let catchingUp = 525_600.0

  /// Does something while the store's clock stands, and lets it go on afterwards, whatever happens.
  func withStandingClock<Answer>(_ body: () async throws -> Answer) async throws -> Answer {
    let before = try await clock()
    let after = before.speed == 1 && before.isPresent ? Self.catchingUp : before.speed
    _ = try await setSpeed(0)
    let answer: Answer
    do {
      answer = try await body()
    } catch {
      _ = try? await setSpeed(after)  // the first error is the one to tell
      throw error
    }
    _ = try await setSpeed(after)
    return answer
  }
}
