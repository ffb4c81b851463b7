import HTTPTypes
import Hummingbird

/// The link to the next page of a list (RFC 8288): the same address with another `after`.
struct NextPage: Sendable {
  private let link: String

  init(of request: Request, after cursor: String) {
    let kept = (request.uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("after=") }
    let query = (kept.map(String.init) + ["after=\(cursor)"]).joined(separator: "&")
    link = "<\(request.uri.path)?\(query)>; rel=\"next\""
  }

  func add(to response: inout Response) {
    guard let name = HTTPField.Name("Link") else { return }
    response.headers[name] = link
  }
}
