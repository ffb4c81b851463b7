import HTTPTypes
import Testing

@testable import HTTP

/// A request and its answer, compared with the description of the route.
struct DescribedExchange {
  let method: HTTPRequest.Method
  let path: String
  let answer: Answer

  init(_ method: HTTPRequest.Method, _ uri: String, _ answer: Answer) {
    self.method = method
    path = String(uri.prefix { $0 != "?" })
    self.answer = answer
  }

  /// A sentence for each part of the answer that the description does not have. A fixed address goes before one
  /// with parts to fill in.
  var faults: [String] {
    let route = APIDescription.routes.filter { $0.matches(method == .head ? .get : method, path) }
      .min { $0.path.count { $0 == "{" } < $1.path.count { $0 == "{" } }
    let name = "\(method.rawValue) \(route?.path ?? "?") answered \(answer.status)"
    return faults(of: route).map { "\(name): \($0)" }
  }

  private func faults(of route: DescribedRoute?) -> [String] {
    if answer.status == 304 { return route?.isTagged == true ? [] : ["304 is not described"] }
    let type = answer.headers[.contentType] ?? ""
    if type == "application/problem+json" { return problemFaults(of: route) }
    guard let route else { return ["there is no such route"] }
    guard let described = route.answers.first(where: { $0.status == answer.status }) else {
      return ["the status is not described"]
    }
    return tagFaults(of: route) + contentFaults(described, type)
  }

  /// The codes of addresses and methods that no route has. A method that is missing is answered after the key is judged.
  private static let codesOfNoRoute = [
    "not_found", "method_not_allowed", "invalid_key", "key_expired", "insufficient_scope",
    "rate_limited", "too_many_key_lookups", "unavailable",
  ]

  private func problemFaults(of route: DescribedRoute?) -> [String] {
    guard method != .head, let body = try? ParsedJSON(answer.body) else {
      return method == .head ? [] : ["the problem is not JSON"]
    }
    let faults = SchemaChecker.served.faults(body, ProblemDescription.problem.schema)
    guard let code = body["code"]?.text, let described = DescribedCode.byName[code] else {
      return faults + ["the code is not described"]
    }
    let status = described.statuses.contains(answer.status)
    let isRetryable = body["retryable"] == .bool(described.isRetryable)
    // An address of its own, as `/v1/dead-letters/retry`, has methods of its own.
    let isOfOthers = APIDescription.routes.contains { $0.path == path && $0.method != method }
    let codes =
      (route?.allCodes ?? Self.codesOfNoRoute) + (isOfOthers ? ["method_not_allowed"] : [])
    return faults
      + (status ? [] : ["\(code) is described with \(described.statuses)"])
      + (isRetryable ? [] : ["\(code) is described as retryable: \(described.isRetryable)"])
      + (codes.contains(code) ? [] : ["\(code) is no code of the route"])
  }

  private func tagFaults(of route: DescribedRoute) -> [String] {
    let hasTag = answer.headers[.eTag] != nil
    // A report that ends now has no tag.
    if hasTag == route.isTagged || !hasTag && route.name == "readReport" { return [] }
    return [hasTag ? "the tag is not described" : "the tag is missing"]
  }

  private func contentFaults(_ described: DescribedAnswer, _ type: String) -> [String] {
    guard method != .head else { return [] }
    switch described.content {
    case .texts(let types): return types.contains(type) ? [] : ["\(type) is not described"]
    case .report(_, let types) where types.contains(type): return []
    case .json(let shape), .report(let shape, _):
      guard type == "application/json", let body = try? ParsedJSON(answer.body) else {
        return ["\(type) is not described"]
      }
      return SchemaChecker.served.faults(body, shape.schema())
    }
  }
}

extension DescribedRoute {
  /// True if the path and the template are of the same form.
  fileprivate func matches(_ method: HTTPRequest.Method, _ path: String) -> Bool {
    guard method == self.method else { return false }
    let (given, own) = (Self.parts(path), Self.parts(self.path))
    return given.count == own.count
      && zip(given, own).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
  }

  private static func parts(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }
}
