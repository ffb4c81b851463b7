import Access
import Foundation
import Guides
import HTTPTypes
import Ledger

/// A page of the reference: plain HTML without scripts, whose style is in the page itself.
struct ReferencePage: Sendable {
  let html: String

  /// The page of all codes and reasons, to which the `type` of a problem leads.
  static let problemsName = "problems"

  /// The headers of every page: nothing is loaded, run, framed or sent.
  static let policy = """
    default-src 'none'; style-src 'sha256-\(styleDigest)'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'
    """

  /// All pages by their names; the index has none.
  static let all: [String: ReferencePage] = {
    var pages = ["": index, problemsName: problems]
    for group in APIDescription.groups { pages[group.name] = page(of: group) }
    for (guide, text) in guides { pages[guide.name] = ReferencePage(text.title, text.html) }
    return pages
  }()

  private init(_ title: String, _ content: String) {
    let links =
      APIDescription.groups.map { ("/docs/\($0.name)", $0.title) }
      + [("/docs/\(Self.problemsName)", "Codes and reasons"), ("/openapi.json", "OpenAPI")]
    let navigation = ([("/docs", "Reference"), ("/docs#guides", "Guides")] + links).map {
      address, name in
      "<a href=\"\(address)\">\(HTMLText.escaped(name))</a>"
    }.joined(separator: "\n")
    html = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(HTMLText.escaped(title)) · Daicho</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <nav>
      \(navigation)
      </nav>
      <main>
      <h1>\(HTMLText.escaped(title))</h1>
      \(content)</main>
      </body>
      </html>

      """
  }

  private static let style = """
    :root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:0 auto;padding:1rem}\
    nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding-bottom:1rem;border-bottom:1px solid #8888}\
    code,pre{font-family:ui-monospace,monospace;font-size:.875em}\
    pre{overflow:auto;padding:.75rem;border:1px solid #8888}\
    .wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;\
    padding:.25rem .75rem .25rem 0;border-bottom:1px solid #8884}h2{margin-top:2.5rem}:target{outline:2px solid}
    """

  private static var styleDigest: String {
    Data(Digest(of: Array(style.utf8)).bytes).base64EncodedString()
  }

  private static let index: ReferencePage = {
    let groups = APIDescription.groups.map { group in
      let routes = group.routes.map { route in
        [
          "<a href=\"/docs/\(group.name)#\(route.name)\"><code>\(heading(of: route))</code></a>",
          HTMLText.escaped(route.title), HTMLText.escaped(route.scopeNames),
        ]
      }
      return "<h2><a href=\"/docs/\(group.name)\">\(HTMLText.escaped(group.title))</a></h2>\n"
        + HTMLText.table(["route", "what it does", "scope"], routes)
    }
    return ReferencePage("The HTTP API", conventions + groups.joined() + listedGuides)
  }()

  /// The guides with their texts, in their order.
  static let guides = Guide.all.map { ($0, MarkdownText($0.markdown, address: address(of:))) }

  /// Returns the address to which a link in a guide leads; nil if the ledger does not serve what it names.
  @Sendable private static func address(of link: String) -> String? {
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let fragment = parts.count == 2 ? "#\(parts[1])" : ""
    if parts[0].isEmpty { return fragment }
    if parts[0] == "../HTTP.md" { return "/docs" }
    return Guide.all.first { $0.file == parts[0] }.map { "/docs/\($0.name)\(fragment)" }
  }

  private static var listedGuides: String {
    let items = guides.map { guide, text in
      "<li><a href=\"/docs/\(guide.name)\">\(HTMLText.escaped(text.title))</a></li>\n"
    }
    return "<h2 id=\"guides\">Guides</h2>\n<ul>\n\(items.joined())</ul>\n"
  }

  private static let conventions: String = """
    Send a key as `Authorization: Bearer daicho_…`; `daicho keys create` makes one. `admin` may do everything.
    Bodies and answers are JSON. Times are RFC 3339 in UTC with milliseconds, money is a whole number of milliunits of \
    its currency, coins are whole numbers. Ids, positions and cursors are opaque.
    A query parameter or a field of a body that is not described here is refused. Answers may get more fields in later \
    versions.
    An error is a problem document of RFC 9457 with a `code` on which programs may rely; its `type` leads to the page \
    of codes. Send a request again if `retryable` is true, after `Retry-After`.
    Every answer has `X-Request-Id`, which the log has, too.
    Spend, reserve, credit, reverse, adjust and merge need `Idempotency-Key`. Other writes are idempotent by what they \
    say, and ignore it.
    Reads have an `ETag`: a request with `If-None-Match` is answered 304 while the content is the same. Answers of 1 \
    KiB and more are compressed for `Accept-Encoding: gzip`.
    A body needs no `Content-Type`. One that names another type than JSON is refused with 415, apart from the type \
    that `curl -d` names by itself.
    A key may be limited to a number of requests a second (`DAICHO_HTTP_RATE`, off by default): one too many is \
    answered 429. Apple's notifications and health are never limited.
    """.split(separator: "\n").map { "<p>\(HTMLText.sentence(String($0)))</p>\n" }.joined()

  private static let problems: ReferencePage = {
    let rows = DescribedCode.all.map { code in
      [
        "<code id=\"\(HTMLText.escaped(code.code))\">\(HTMLText.escaped(code.code))</code>",
        code.statuses.isEmpty
          ? "reason" : code.statuses.map(String.init).joined(separator: ", "),
        code.isRetryable ? "yes" : "no", HTMLText.sentence(code.cause),
        HTMLText.sentence(code.remedy),
      ]
    }
    let about = """
      The `code` of every problem, and every `reason` of a posted item, of a job, of a coin in a catalog, of a line of \
      a backfill or of an incomplete reconciliation. A code that has a status can be a reason, too. A word with a \
      status of its own is answered with it. `N` stands for a digit.
      """
    return ReferencePage(
      "Codes and reasons",
      "<p>\(HTMLText.sentence(about))</p>\n"
        + HTMLText.table(["code", "status", "retryable", "cause", "remedy"], rows)
        + RouteSection.shape(ProblemDescription.problem))
  }()

  private static func page(of group: DescribedGroup) -> ReferencePage {
    let shapes = Dictionary(
      group.routes.flatMap { route in
        route.answers.compactMap(\.shape).flatMap(\.components)
      }.map { ($0.name, $0) }
    ) { first, _ in first }
    let content = group.routes.map { RouteSection.html($0) }.joined()
    let named = shapes.values.sorted { $0.name < $1.name }.map(RouteSection.shape).joined()
    return ReferencePage(
      group.title, "<p>\(HTMLText.sentence(group.about))</p>\n" + content + named)
  }

  private static func heading(of route: DescribedRoute) -> String {
    HTMLText.escaped("\(route.method.rawValue) \(route.path)")
  }
}
