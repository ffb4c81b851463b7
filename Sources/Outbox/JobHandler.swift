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
