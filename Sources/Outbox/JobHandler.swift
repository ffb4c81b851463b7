package import AppStore
package import Ledger

/// A handler of some kinds of jobs. A crash may repeat the call for a job, so a handler has to be
/// idempotent.
package protocol JobHandler: Sendable {
  var kinds: Set<JobKind> { get }
  /// The time after which a call is canceled and retried.
  var timeLimit: Duration { get }
  /// Performs a job. A thrown error counts as a transient failure.
  func perform(_ job: Job) async throws -> JobResult
}

extension JobHandler {
  package var timeLimit: Duration { .seconds(60) }
}

/// The result of an attempt. Reasons are stable words in snake_case, without anything of the
/// content.
package enum JobResult: Sendable, Hashable {
  case done
  /// Nothing failed; the job is due again later.
  case again(at: Instant)
  /// A later attempt may succeed, but not before `notBefore`.
  case retry(reason: String, notBefore: Instant? = nil)
  /// No attempt can succeed.
  case never(reason: String)
  /// An attempt can succeed once the settings are corrected.
  case configuration(reason: String)

  /// The result for content that this version cannot read.
  package static let unreadable = JobResult.never(reason: "unreadable_content")
}

extension JobResult: Error {}

extension JobResult {
  /// Creates the result of a job from an error of Apple's Server API.
  package init(_ error: ServerAPIError) {
    switch error.verdict {
    case .retry(let moment):
      self = .retry(
        reason: error.word, notBefore: moment.map { Instant(milliseconds: $0.milliseconds) })
    case .never: self = .never(reason: error.word)
    case .configuration: self = .configuration(reason: error.word)
    }
  }

  /// Asks Apple and returns the result. Rethrows errors that come neither from Apple nor from a
  /// missing key.
  package static func asking(
    _ question: () async throws -> Void
  ) async throws -> JobResult {
    do {
      try await question()
      return .done
    } catch let error as ServerAPIError {
      return JobResult(error)
    } catch is ServerAPIKeyMissing {
      return .keyMissing
    }
  }

  /// The result for an app without a key for Apple's Server API.
  package static let keyMissing = JobResult.configuration(reason: "server_api_key_missing")
}

extension ServerAPIError {
  /// The words for a subject that Apple does not know.
  package static let wordsOfNotFound = [
    APIErrorName.transactionIDNotFound, .originalTransactionIDNotFound,
  ].map { word(of: APIErrorCode($0)) }

  private static func word(of code: APIErrorCode) -> String { "apple_\(code.rawValue)" }

  /// A stable word: Apple's error number, the HTTP status, or the cause of the failure.
  package var word: String {
    if let code { return Self.word(of: code) }
    if let status, cause == .rejected { return "apple_status_\(status)" }
    return switch cause {
    case .rejected: "apple_refused"
    case .unreadable: "apple_unreadable"
    case .unreachable: "apple_unreachable"
    case .unanswered: "apple_unanswered"
    case .heldBack: "apple_held_back"
    case .malformed: "malformed_id"
    case .unsigned: "private_key_unusable"
    case .canceled: "cancelled"
    }
  }
}
