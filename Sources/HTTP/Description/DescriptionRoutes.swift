import HTTPTypes
import Hummingbird

/// The routes that describe the API: the OpenAPI document, the reference, and an index as text. They need no key, and
/// have no secrets: they are the same for every ledger of a version.
struct DescriptionRoutes: Sendable {
  private static let document = Described(OpenAPIDocument.bytes, as: "application/json")
  private static let index = Described(
    Array(TextIndex.text.utf8), as: "text/plain; charset=utf-8")
  private static let pages = ReferencePage.all.mapValues { page in
    Described(
      Array(page.html.utf8), as: "text/html; charset=utf-8",
      policy: ReferencePage.policy)
  }

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/openapi.json", .get) { request, _ in try Self.document.answer(to: request) }
    router.route("/llms.txt", .get) { request, _ in try Self.index.answer(to: request) }
    router.route("/docs", .get) { request, _ in try Self.page("", for: request) }
    router.route("/docs/{page}", .get) { request, context in
      try Self.page(try context.part("page") ?? "?", for: request)
    }
  }

  private static func page(_ name: String, for request: Request) throws -> Response {
    guard let page = pages[name] else { throw HTTPError(.notFound) }
    return try page.answer(to: request)
  }
}

/// A text that never changes while the process lives.
private struct Described: Sendable {
  private let bytes: [UInt8]
  private let headers: HTTPFields
  private let tag: EntityTag

  init(_ bytes: [UInt8], as type: String, policy: String? = nil) {
    self.bytes = bytes
    tag = EntityTag(ofBytes: bytes)
    var headers: HTTPFields = [
      .contentType: type, .cacheControl: "public, no-cache", .eTag: tag.text,
      .xContentTypeOptions: "nosniff",
    ]
    if let policy {
      headers[.contentSecurityPolicy] = policy
      if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
    }
    self.headers = headers
  }

  func answer(to request: Request) throws -> Response {
    _ = try Query(request, allowing: [])
    guard !tag.isKnown(to: request) else {
      return Response(status: .notModified, headers: headers)
    }
    return Response(
      status: .ok, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
