import Hummingbird
package import Ledger
import Projections

/// The reading and publishing of catalogs, which the command line does, too.
package protocol CatalogPublishing: Sendable {
  /// Returns the catalogs of an app at a moment, and its cut-over dates, by a shared state.
  func catalogs(of app: BundleID, at moment: Instant, in shared: SharedState) -> CatalogsAnswer

  /// Publishes a catalog as a file holds it, and returns the result. Throws a problem that names each
  /// faulty field.
  ///
  /// - Parameter signature: the person who publishes it.
  func publish(
    _ contents: [UInt8], of app: BundleID, validFrom: Instant, isDryRun: Bool,
    signed signature: ActSignature
  ) async throws -> any Encodable & Sendable
}

/// The catalogs of an app in their JSON form.
package struct CatalogsAnswer: Sendable {
  let body: any Encodable & Sendable
  /// The answer without its moment.
  let content: any Encodable & Sendable

  package init(_ body: any Encodable & Sendable, content: any Encodable & Sendable) {
    self.body = body
    self.content = content
  }
}

/// The routes that read the catalogs of an app, and publish one.
struct CatalogRoute: Sendable {
  private static let bodySizeMax = 1_048_576

  let service: ReadService
  let catalogs: any CatalogPublishing

  func add(
    reading: some RouterMethods<APIContext>, publishing: some RouterMethods<APIContext>
  ) {
    reading.route("/v1/catalog", .get, beside: [.put], use: read)
    publishing.alsoRoute("/v1/catalog", .put, use: publish)
  }

  @Sendable private func read(_ request: Request, _ context: APIContext) async throws -> Response {
    let query = try Query(request, allowing: Query.reading)
    let app = try service.sold(context, query, isRead: true)
    let (moment, known) = (try service.moment(query), try query.knownAt())
    try await service.requireRecorded(query)
    let shared = try await service.reader.shared.state(knownAt: known)
    let answer = catalogs.catalogs(of: app, at: moment, in: shared)
    return try TaggedAnswer.response(answer.body, content: answer.content, to: request)
  }

  @Sendable private func publish(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: [.app, .environment, .from, .dryRun, .by, .reason])
    let app = try service.sold(context, query, isRead: false)
    let (from, isDryRun) = (try query.moment(.from), try query.flag(.dryRun))
    let signature = try context.signature(by: query[.by], because: query[.reason])
    let contents = try await WholeBody.read(request, upTo: Self.bodySizeMax)
    let result = try await catalogs.publish(
      contents, of: app, validFrom: from ?? service.now(), isDryRun: isDryRun,
      signed: signature)
    return try JSONAnswer.response(result)
  }
}
