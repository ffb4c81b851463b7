import AppStore
package import Ledger

/// The longest time into the past for which Apple is asked about the notifications of a store.
package struct NotificationReach: Hashable, Sendable {
  /// What is left of Apple's time for the difference of the clocks, and for the time that reading takes.
  private static let margin: Duration = .seconds(3_600)
  /// The shortest reach that a refusal of Apple's can leave.
  private static let lengthMin: Duration = .seconds(86_400)

  package let length: Duration

  /// The reach that Apple documents for an environment.
  package init(in environment: StoreEnvironment) {
    let days = NotificationHistoryRequest.daysKept(in: environment.ofServerAPI)
    length = .seconds(days * 86_400) - Self.margin
  }

  /// The reach up to the end of a window that Apple refused as too old, by its documented reach.
  init(in environment: StoreEnvironment, refused window: Window, at now: Instant) {
    self = NotificationReach(in: environment).shortened(to: now - window.to)
  }

  private init(length: Duration) {
    self.length = length
  }

  func shortened(to length: Duration) -> NotificationReach {
    NotificationReach(length: min(self.length, max(length, Self.lengthMin)))
  }

  /// The whole days, rounded up.
  package var days: Int { Int((length / .seconds(86_400)).rounded(.up)) }

  /// Returns the window that Apple can be asked about at a moment.
  package func window(at now: Instant) -> Window? {
    Window(from: now - length, to: now)
  }
}

extension StoreEnvironment {
  /// The environment of Apple's Server API: everything but production is in the sandbox.
  var ofServerAPI: ServerAPIEnvironment { self == .production ? .production : .sandbox }
}
