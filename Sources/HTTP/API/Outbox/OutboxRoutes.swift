import Foundation
import Hummingbird
import Ledger
import Outbox

/// The routes of the outbox, by which the person on call lists, retries and dead-letters jobs. The
/// jobs are those of every app: a key that is bound to apps or environments is refused.
struct OutboxRoutes: Sendable {
  private static let bodySizeMax = 4_096

  let jobs: JobAdministration
  let now: @Sendable () -> Instant

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/outbox", .get, use: list)
    router.route("/v1/outbox/summary", .get, use: summary)
    router.route("/v1/outbox/retry", .post, use: retryAll)
    router.route("/v1/outbox/{id}/retry", .post, use: retry)
    router.route("/v1/outbox/{id}/park", .post, use: park)
  }

  @Sendable private func list(_ request: Request, _ context: APIContext) async throws -> Response {
    try context.reach.admitEverything()
    let query = try Query(request, allowing: [.state, .kind, .reason, .app, .limit, .after])
    let page = try await jobs.list(
      state: try query.choice(.state), kind: try query.choice(.kind), reason: query[.reason],
      app: query[.app], after: try query.jobsAfter(),
      limit: try query.limit(default: 100, max: 1_000))
    let next = page.next?.description
    var response = try TaggedAnswer.response(
      whole: OutboxAnswer(jobs: page.jobs.map(JobBody.init), next: Nullable(next)), to: request)
    if let next { NextPage(of: request, after: next).add(to: &response) }
    return response
  }

  @Sendable private func summary(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    try context.reach.admitEverything()
    _ = try Query(request, allowing: [])
    return try TaggedAnswer.response(
      whole: JobSummaryBody(try await jobs.summary()), to: request)
  }

  /// Retries the jobs that parameters select; all of them only by their state.
  @Sendable private func retryAll(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    try context.reach.admitEverything()
    let query = try Query(request, allowing: [.state, .kind, .reason, .app])
    let signature = try await ActBody.signature(of: request, context)
    let filter = JobFilter(
      state: try query.choice(.state), kind: try query.choice(.kind), reason: query[.reason],
      app: query[.app])
    guard filter != JobFilter() else {
      throw Query.bad(.state, "or `kind`, `reason` or `app` must select the jobs")
    }
    return try JSONAnswer.response([
      "retried": try await jobs.retry(filter, at: now(), signed: signature)
    ])
  }

  @Sendable private func retry(_ request: Request, _ context: APIContext) async throws -> Response {
    _ = try Query(request, allowing: [])
    let id = try job(context)
    let signature = try await ActBody.signature(of: request, context)
    guard try await jobs.retry(id, at: now(), signed: signature) else { throw Problem.jobNotFound }
    return try JSONAnswer.response(JobAnswer(id: id.description, state: .owed))
  }

  @Sendable private func park(_ request: Request, _ context: APIContext) async throws -> Response {
    _ = try Query(request, allowing: [])
    let id = try job(context)
    let body = try ParkBody(reading: try await WholeBody.read(request, upTo: Self.bodySizeMax))
    try PlainName.check(["reason": body.reason, "by": body.by])
    let author = try context.author(body.by)
    guard try await jobs.park(id, reason: body.reason, at: now(), by: author) else {
      throw Problem.jobNotFound
    }
    return try JSONAnswer.response(JobAnswer(id: id.description, state: .parked))
  }

  private func job(_ context: APIContext) throws -> JobID {
    try context.reach.admitEverything()
    guard let id = try context.part("id").flatMap(JobID.init) else {
      throw Problem.jobNotFound
    }
    return id
  }
}

extension Query {
  /// Returns the case of an enumeration that a parameter names; nil if the parameter is missing.
  fileprivate func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: Name
  ) throws(Problem) -> Choice? where Choice.RawValue == String {
    guard let text = self[name] else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw Query.bad(name, "must be one of \(Choice.allCases.map(\.rawValue).oneOf)")
    }
    return choice
  }

  fileprivate func jobsAfter() throws(Problem) -> JobCursor {
    guard let text = self[.after] else { return .beginning }
    guard let cursor = JobCursor(text) else {
      throw Query.bad(.after, "must be a `next` that this server answered")
    }
    return cursor
  }
}

extension Problem {
  fileprivate static let jobNotFound = Problem(
    .notFound, code: "job_not_found",
    detail: "No pending or dead-lettered job has this id; `GET /v1/outbox` lists them.")
}

private struct ParkBody: StrictBody {
  let reason: String
  let by: String?

  static let fields: [BodyField] = [.required("reason", .string), .optional("by", .string)]
}

private struct OutboxAnswer: Encodable {
  let jobs: [JobBody]
  let next: Nullable<String>
}

private struct JobAnswer: Encodable {
  let id: String
  let state: JobStatus.State
}
