import Foundation
import HTTPTypes
import Hummingbird
import Projections

/// The routes of the projections, by which the person on call sees their generations and starts a
/// rebuild. The projections are those of every app: a key that is bound to apps or environments is
/// refused.
struct ProjectionRoutes: Sendable {
  private static let bodySizeMax = 4_096
  /// The name that stands for all projections.
  private static let every = "all"

  let rebuilds: RebuildService

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/projections", .get, use: list)
    router.route("/v1/projections/{name}/rebuild", .post, use: rebuild)
  }

  @Sendable private func list(_ request: Request, _ context: APIContext) async throws -> Response {
    try context.reach.admitEverything()
    _ = try Query(request, allowing: [])
    return try TaggedAnswer.response(whole: try await body(), to: request)
  }

  @Sendable private func rebuild(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    try context.reach.admitEverything()
    _ = try Query(request, allowing: [])
    let names = try names(context)
    let bytes = try await WholeBody.read(request, upTo: Self.bodySizeMax)
    let wanted = bytes.isEmpty ? RebuildRequest() : try RebuildRequest(reading: bytes)
    try wanted.check()
    do {
      try await rebuilds.start(
        names, switches: wanted.switch ?? true, eventsPerSecond: wanted.eventsPerSecond,
        signed: try context.signature(by: wanted.by, because: wanted.reason))
    } catch let error as RebuildError {
      throw Problem(rebuilding: error)
    }
    return try JSONAnswer.response(try await body(), status: .accepted)
  }

  private func names(_ context: APIContext) throws -> [ProjectionName] {
    guard let name = try context.part("name") else { throw Problem.projectionNotFound }
    if name == Self.every { return ProjectionName.allCases }
    guard let projection = ProjectionName(rawValue: name) else { throw Problem.projectionNotFound }
    return [projection]
  }

  private func body() async throws -> ProjectionsBody {
    let status = try await rebuilds.status()
    return ProjectionsBody(try await rebuilds.projections(status), status)
  }
}

private struct RebuildRequest: StrictBody {
  var `switch`: Bool?
  var eventsPerSecond: Int?
  var by: String?
  var reason: String?

  static let fields: [BodyField] = [
    .optional("switch", .bool), .optional("eventsPerSecond", .wholeNumber),
    .optional("by", .string), .optional("reason", .string),
  ]

  /// Throws a problem that names all faulty fields.
  func check() throws(Problem) {
    var faults: [FieldFault] = []
    if let eventsPerSecond, eventsPerSecond <= 0 {
      faults.append(FieldFault("eventsPerSecond", "must be above 0"))
    }
    faults += PlainName.faults(recording: ["by": by, "reason": reason])
    guard faults.isEmpty else { throw .invalid(faults) }
  }
}

extension Problem {
  fileprivate static let projectionNotFound = Problem(
    .notFound, code: "projection_not_found",
    detail:
      "No projection has this name; `GET /v1/projections` lists them, and `all` stands for all.")

  fileprivate init(rebuilding error: RebuildError) {
    let code =
      switch error {
      case .underWay: "rebuild_under_way"
      case .begun, .begunByRules: "rebuild_begun"
      case .noSpace, .diskFull: "no_space"
      case .noNext, .unfinished, .noPrevious, .previousDiffers, .previousByRules, .differs,
        .neverBuilt, .nothingToCompare, .liveBeyondLog:
        "rebuild_not_possible"
      }
    self.init(
      .conflict, code: code, detail: "\(error)", isRetryable: error == .underWay)
  }
}
