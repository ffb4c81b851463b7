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
