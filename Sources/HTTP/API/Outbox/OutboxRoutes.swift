import Foundation
import Hummingbird
import Ledger
import Outbox

/// What is owed, for somebody on call: to look, to have it tried again, to set it aside.
struct OutboxRoutes: Sendable {
  private static let bodySizeMax = 4_096

  let errands: ErrandQueue
  let now: @Sendable () -> Instant

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/outbox", .get, use: list)
    router.route("/v1/outbox/{id}/retry", .post, use: retry)
    router.route("/v1/outbox/{id}/park", .post, use: park)
  }

  @Sendable private func list(_ request: Request, _ context: APIContext) async throws -> Response {
    let query = try Query(request, allowing: [.state, .kind, .limit, .after])
    let page = try await errands.list(
      state: try query.choice(.state), kind: try query.choice(.kind),
      after: try query.errandsAfter(), limit: try query.limit(default: 100, max: 1_000))
    let next = page.next?.description
    var response = try JSONAnswer.response(
      OutboxAnswer(errands: page.errands.map(ErrandBody.init), next: Nullable(next)))
    if let next { NextPage(of: request, after: next).add(to: &response) }
    return response
  }

  @Sendable private func retry(_ request: Request, _ context: APIContext) async throws -> Response {
    _ = try Query(request, allowing: [])
    let id = try errand(context)
    guard try await errands.retry(id, at: now()) else { throw Problem.errandNotFound }
    return try JSONAnswer.response(ErrandAnswer(id: id.description, state: .owed))
  }

  @Sendable private func park(_ request: Request, _ context: APIContext) async throws -> Response {
    _ = try Query(request, allowing: [])
    let id = try errand(context)
    let reason = try ParkBody(reading: try await request.wholeBody(upTo: Self.bodySizeMax)).reason
    guard try await errands.park(id, reason: reason, at: now()) else {
      throw Problem.errandNotFound
    }
    return try JSONAnswer.response(ErrandAnswer(id: id.description, state: .parked))
  }

  private func errand(_ context: APIContext) throws -> ErrandID {
    guard let id = try context.part("id").flatMap(ErrandID.init) else {
      throw Problem.errandNotFound
    }
    return id
  }
}

extension Query {
  /// One of the words of an enumeration; nil where none is named.
  fileprivate func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: Name
  ) throws(Problem) -> Choice? where Choice.RawValue == String {
    guard let text = self[name] else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw Query.bad(name, "must be one of \(Choice.allCases.map(\.rawValue).oneOf)")
    }
    return choice
  }

  fileprivate func errandsAfter() throws(Problem) -> ErrandCursor {
    guard let text = self[.after] else { return .beginning }
    guard let cursor = ErrandCursor(text) else {
      throw Query.bad(.after, "must be a `next` that this server answered")
    }
    return cursor
  }
}

extension Problem {
  fileprivate static let errandNotFound = Problem(
    .notFound, code: "errand_not_found",
    detail: "Nothing of this id is owed or parked; `GET /v1/outbox` lists what is.")
}

private struct ParkBody: Decodable {
  let reason: String

  init(reading bytes: [UInt8]) throws(Problem) {
    do {
      self = try JSONDecoder().decode(ParkBody.self, from: Data(bytes))
    } catch {
      throw .badRequest("unreadable_body", "The body must be JSON as {\"reason\": string}.")
    }
    guard PlainName.allows(reason) else {
      throw .badRequest("invalid_body", "`reason` \(PlainName.rule).")
    }
  }
}

private struct OutboxAnswer: Encodable {
  let errands: [ErrandBody]
  let next: Nullable<String>
}

private struct ErrandAnswer: Encodable {
  let id: String
  let state: ErrandStanding.State
}
