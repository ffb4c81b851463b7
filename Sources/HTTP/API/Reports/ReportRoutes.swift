import HTTPTypes
import Hummingbird
import Ledger
import Projections

/// The route of finance reports.
struct ReportRoutes: Sendable {
  let service: ReadService
  let reports: ReportService

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/reports/{name}", .get, use: report)
  }

  @Sendable private func report(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    guard let name = try context.part("name").flatMap(ReportName.init(rawValue:)) else {
      let names = ReportName.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(
        .notFound, code: "report_not_found", detail: "There is no such report; there are \(names).")
    }
    let query = try ReportQuery(request)
    let format = try query.format(of: name)
    let asked = try asked(name, context, query)
    if let period = try query.period(of: name), query.isPlain,
      let kept = try await reports.kept(
        name, format.rawValue, of: period, asked.app, in: asked.environment)
    {
      return response(kept, as: format, isKept: true, to: request)
    }
    try await service.wait(query.common)
    do {
      let bytes = try await reports.report(asked) { try ReportFile.bytes($0, as: format) }
      return response(bytes, as: format, isKept: false, to: request)
    } catch let error as TooManyIntervals {
      throw Query.bad(.by, "\(error)")
    } catch let error as WorksheetTooLarge {
      throw Query.bad(.format, "\(error)")
    }
  }

  private func asked(
    _ name: ReportName, _ context: APIContext, _ query: ReportQuery
  ) throws -> ReportRequest {
    let (app, environment) = try service.place(context, query.common)
    var asked = ReportRequest(name, of: app, in: environment)
    asked.calendar = try query.calendar(of: name)
    asked.from = try query.moment(.from, by: asked.calendar)
    asked.to = try query.moment(.to, by: asked.calendar)
    if let period = try query.period(of: name) { asked.limit(to: period) }
    asked.knownAt = try query.common.knownAt()
    try query.divisions(of: name)?.divide(&asked)
    asked.lapsingWithinDays = try query.days(.lapsing)
    asked.endsWithinDays = try query.days(.endsWithin)
    asked.listsUncertain = try query.lists(.uncertain)
    asked.listsSubscriptions = try query.lists(.subscriptions)
    if let from = asked.from, let to = asked.to, to <= from {
      throw Problem.badRequest("invalid_parameter", "`to` must be later than `from`.")
    }
    guard name != .reconciliation || asked.period != nil && asked.hasPacificDays else {
      throw Problem.badRequest(
        "invalid_parameter",
        "The report reconciliation compares Apple's days: name a month by `period`, and `calendar` "
          + "pacific or fiscal.")
    }
    guard name == .reconciliation || !asked.listsUncertain && !asked.listsSubscriptions else {
      throw Problem.badRequest(
        "invalid_parameter",
        "`uncertain` and `subscriptions` are for the report reconciliation only.")
    }
    guard !asked.listsUncertain || !asked.listsSubscriptions else {
      throw Problem.badRequest(
        "invalid_parameter", "`uncertain` and `subscriptions` are two lists: ask for one of them.")
    }
    let lists = [asked.lapsingWithinDays, asked.endsWithinDays].compactMap(\.self)
    guard name == .tenure || lists.isEmpty else {
      throw Problem.badRequest(
        "invalid_parameter", "`lapsing` and `endsWithin` are for the report tenure only.")
    }
    guard lists.count < 2 else {
      throw Problem.badRequest(
        "invalid_parameter", "`lapsing` and `endsWithin` are two lists: ask for one of them.")
    }
    return asked
  }

  /// - Parameter isKept: true for the bytes of a closed period. Any other report tells the moment up to which it knows,
  ///   so that a tag would never be met again.
  private func response(
    _ bytes: [UInt8], as format: ReportFormat, isKept: Bool, to request: Request
  ) -> Response {
    let mediaType = ReportFile.mediaType(of: format)
    if isKept { return TaggedAnswer.response(bytes: bytes, of: mediaType, to: request) }
    return Response(
      status: .ok, headers: [.contentType: mediaType],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
