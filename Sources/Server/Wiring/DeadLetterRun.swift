import EventProcessing
package import HTTP
package import Ledger

/// The commands about dead letters, beside a running server or without one.
package enum DeadLetterRun {
  package static func list(
    _ settings: Settings, consumer: String?, after: String?, limit: Int
  ) async throws -> DeadLettersBody {
    let cursor = after.map(DeadLetterCursor.init)
    guard let cursor = cursor ?? .beginning else {
      throw WrongUsage("--after takes the value that a previous list ended with")
    }
    return try await with(settings, seals: false) { letters in
      DeadLettersBody(
        try await letters.list(
          consumer: consumer.map(ConsumerName.init(rawValue:)), after: cursor, limit: limit))
    }
  }

  package static func show(_ settings: Settings, _ id: EventID) async throws -> RawEventBody {
    try await with(settings, seals: false) { letters in
      guard let shown = try await letters.show(id) else {
        throw Failure("there is no event \(id)")
      }
      return RawEventBody(shown)
    }
  }

  package static func retry(
    _ settings: Settings, consumer: String?, event: EventID?, reason: String?,
    signed signature: ActSignature
  ) async throws -> RetriedDeadLettersBody {
    try await with(settings, seals: true) { letters in
      let filter = DeadLetterAdministration.Filter(
        consumer: consumer.map(ConsumerName.init(rawValue:)), event: event, reason: reason)
      return RetriedDeadLettersBody(
        try await letters.retry(
          filter, as: filter.act(signed: signature, at: Composition.now())))
    }
  }

  private static func with<Result: Sendable>(
    _ settings: Settings, seals: Bool,
    _ body: (DeadLetterAdministration) async throws -> Result
  ) async throws -> Result {
    try await Composition.with(settings, seals: seals) { try await body($0.deadLetters) }
  }
}
