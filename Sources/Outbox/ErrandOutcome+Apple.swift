package import AppStore
import Ledger

extension ErrandOutcome {
  /// What becomes of an errand that Apple did not do.
  package init(_ error: ServerAPIError) {
    switch error.verdict {
    case .retry(let moment):
      self = .retry(
        reason: error.word, notBefore: moment.map { Instant(milliseconds: $0.milliseconds) })
    case .never: self = .never(reason: error.word)
    case .configuration: self = .configuration(reason: error.word)
    }
  }

  /// What came of asking Apple. All that neither Apple nor a missing key refuses is thrown on.
  package static func asking(
    _ question: () async throws -> Void
  ) async throws -> ErrandOutcome {
    do {
      try await question()
      return .done
    } catch let error as ServerAPIError {
      return ErrandOutcome(error)
    } catch is ServerAPIKeyMissing {
      return .keyMissing
    }
  }

  /// The app has no key for Apple's Server API.
  package static let keyMissing = ErrandOutcome.configuration(reason: "server_api_key_missing")
}

extension ServerAPIError {
  /// A stable word: Apple's number, its status, or how the request ended.
  package var word: String {
    if let code { return "apple_\(code.rawValue)" }
    if let status, cause == .refused { return "apple_status_\(status)" }
    return switch cause {
    case .refused: "apple_refused"
    case .unreadable: "apple_unreadable"
    case .unreachable: "apple_unreachable"
    case .unanswered: "apple_unanswered"
    case .heldBack: "apple_held_back"
    case .malformed: "malformed_id"
    case .unsigned: "private_key_unusable"
    case .cancelled: "cancelled"
    }
  }
}
