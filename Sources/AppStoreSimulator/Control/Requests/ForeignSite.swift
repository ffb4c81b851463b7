import HTTPTypes
import Hummingbird
import NIOCore

/// A middleware that answers 403 to requests which a web page of another site may have sent.
///
/// The control API has no authentication, and browsers let any page send requests to this machine.
/// They do tell the site of the page, and the name by which they address the store: a page whose
/// own name has come to mean 127.0.0.1 keeps that name in `Host`.
struct ForeignSite<Context: RequestContext>: RouterMiddleware {
  let hosts: StoreHosts

  func handle(
    _ request: Request, context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if let problem = hosts.problem(of: request.head) { return try problem.response() }
    return try await next(request, context)
  }
}

/// The hosts by which a store may be addressed: those of the loopback interface and the one that it
/// was told to listen on, with any port.
struct StoreHosts: Sendable {
  private static let loopback: Set = ["localhost", "127.0.0.1", "[::1]"]
  private static let wildcards: Set = ["0.0.0.0", "[::]"]
  private static let site = HTTPField.Name("Sec-Fetch-Site")

  /// The host to listen on, as a URL has it.
  private let own: String

  /// - Parameter host: the name or address that the store listens on, such as `127.0.0.1` or `::1`.
  init(listeningOn host: String) {
    own = (host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host).lowercased()
  }

  /// Returns the reason to refuse a request; nil if no page of another site can have sent it.
  ///
  /// A link from another site is followed with GET, and that site never sees the answer.
  func problem(of request: HTTPRequest) -> ControlProblem? {
    guard let host = request.authority.flatMap(Self.host), isOwn(host) else { return .foreignHost }
    let origins = request.headerFields[values: .origin]
    guard origins.allSatisfy({ isLocal(origin: $0, to: host) }) else { return .foreignSite }
    let isReading = request.method == .get || request.method == .head
    let sites = Self.site.map { request.headerFields[values: $0] } ?? []
    return isReading || !sites.contains("cross-site") ? nil : .foreignSite
  }

  /// Returns true if the host names the store. A store that listens on all addresses is named by
  /// any of them, but not by a name that whoever gave it can move.
  private func isOwn(_ host: String) -> Bool {
    Self.loopback.contains(host) || host == own
      || Self.wildcards.contains(own) && Self.isAddress(host)
  }

  private func isLocal(origin: String, to store: String) -> Bool {
    let scheme = ["http://", "https://"].first { origin.hasPrefix($0) }
    guard let scheme, let host = Self.host(of: String(origin.dropFirst(scheme.count))) else {
      return false
    }
    return Self.loopback.contains(host) || host == store
  }

  /// Returns the host of `host:port` in lower case, an IPv6 address in brackets; nil if the text is
  /// neither a host nor a host with a port.
  private static func host(of authority: String) -> String? {
    let end =
      authority.hasPrefix("[")
      ? authority.firstIndex(of: "]").map(authority.index(after:))
      : authority.firstIndex(of: ":") ?? authority.endIndex
    guard let end else { return nil }
    let port = authority[end...]
    guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil else { return nil }
    return authority[..<end].lowercased()
  }

  private static func isAddress(_ host: String) -> Bool {
    let text = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    do {
      _ = try SocketAddress(ipAddress: text, port: 0)
      return true
    } catch {
      return false  // a name
    }
  }
}

extension ControlProblem {
  fileprivate static let foreignHost = ControlProblem(
    .forbidden, code: "foreign_host",
    detail: """
      The `Host` of the request does not name this store; address it as 127.0.0.1, [::1], \
      localhost, or as `serve --host` names it.
      """)

  fileprivate static let foreignSite = ControlProblem(
    .forbidden, code: "foreign_site",
    detail: """
      By `Origin` or `Sec-Fetch-Site` a web page of another site sent the request; send it from a \
      program, or from a page on this machine.
      """)
}
