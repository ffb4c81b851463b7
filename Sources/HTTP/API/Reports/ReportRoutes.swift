import HTTPTypes
import Hummingbird
import Ledger
import Projections
import Reports

/// The route of finance reports.
struct ReportRoutes: Sendable {
  private static let allowed = Set(
    [.app, .environment, .knownAt, .minPosition] + ReportOption.allCases.compactMap(\.queryName))

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
    let query = try Query(request, allowing: Self.allowed)
    let (app, environment) = try service.place(context, query)
    let options = try options(of: name, query)
    if let period = options.keptPeriod,
      let kept = try await reports.kept(
        name, options.format.rawValue, of: period, app, in: environment)
    {
      return response(kept, as: options.format, isKept: true, to: request)
    }
    try await service.wait(query)
    do {
      let bytes = try await reports.report(options.request(of: app, in: environment)) {
        try ReportFile.bytes($0, as: options.format)
      }
      return response(bytes, as: options.format, isKept: false, to: request)
    } catch let error as TooManyIntervals {
      throw Query.bad(.by, "\(error)")
    } catch let error as WorksheetTooLarge {
      throw Query.bad(.format, "\(error)")
    }
  }

  private func options(of report: ReportName, _ query: Query) throws(Problem) -> ReportOptions {
    let knownAt = try query.knownAt()
    var texts: [ReportOption: String] = [:]
    for option in ReportOption.allCases { texts[option] = option.queryName.flatMap { query[$0] } }
    do {
      return try ReportOptions(of: report, texts, knownAt: knownAt)
    } catch {
      throw error.problem(for: report)
    }
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

extension ReportOption {
  fileprivate var queryName: Query.Name? { Query.Name(rawValue: rawValue) }
}
