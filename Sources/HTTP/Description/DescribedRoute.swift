import Access
import HTTPTypes

/// The description of a route: all that a caller has to know of it.
struct DescribedRoute: Sendable {
  let method: HTTPRequest.Method
  let path: String
  /// The name by which generated clients know the route.
  let name: String
  let title: String
  let about: String
  /// The scopes of which a key needs one; empty where no key is needed.
  let scopes: [Scope]
  let parameters: [DescribedParameter]
  let body: DescribedBody?
  let answers: [DescribedAnswer]
  /// The codes of problems of this route, beside those that its parameters and its body bring along.
  let codes: [String]
  /// True if answers have an `ETag`, and a caller that has the content is answered 304.
  let isTagged: Bool
  /// True if parameters that are not described are ignored instead of refused.
  let ignoresParameters: Bool

  init(
    _ method: HTTPRequest.Method, _ path: String, _ name: String, _ title: String,
    _ about: String = "", scope: Scope?, orScope: Scope? = nil,
    parameters: [DescribedParameter] = [], body: DescribedBody? = nil, answers: [DescribedAnswer],
    codes: [String] = [],
    isTagged: Bool = false, ignoresParameters: Bool = false
  ) {
    self.method = method
    self.path = path
    self.name = name
    self.title = title
    self.about = about
    scopes = [scope, orScope].compactMap(\.self)
    let named = Set(parameters.map(\.name))
    self.parameters =
      DescribedParameter.inAddress(path).filter { !named.contains($0.name) } + parameters
    self.body = body
    self.answers = answers
    self.codes = codes
    self.isTagged = isTagged
    self.ignoresParameters = ignoresParameters
  }

  /// The names of the scopes, as pages show them.
  var scopeNames: String {
    scopes.isEmpty ? "none" : scopes.map(\.rawValue).joined(separator: " or ")
  }

  /// The codes of all problems with which the route may answer.
  var allCodes: [String] {
    var codes = Set(["internal_error", "unavailable"] + self.codes)
    if !scopes.isEmpty {
      codes.formUnion([
        "invalid_key", "key_expired", "insufficient_scope", "too_many_key_lookups", "rate_limited",
      ])
    }
    if !ignoresParameters { codes.insert("unknown_parameter") }
    codes.formUnion(parameters.flatMap(\.codes))
    if parameters.contains(where: { $0.place == .query }) { codes.insert("invalid_parameter") }
    codes.formUnion(body?.codes ?? [])
    if method != .get { codes.formUnion(["overloaded", "storage_unavailable"]) }
    return codes.sorted()
  }
}

/// An answer of a route.
struct DescribedAnswer: Sendable {
  enum Content: Sendable {
    case json(Shape)
    /// Texts, by their media types.
    case texts([String])
    /// A report: JSON, or texts and files by their media types.
    case report(Shape, [String])
  }

  let status: Int
  let about: String
  let content: Content
  /// The names of the headers that are worth a word, with their meaning.
  var headers: [(name: String, about: String)] = []

  static func json(
    _ shape: Shape, _ about: String, status: Int = 200,
    headers: [(name: String, about: String)] = []
  ) -> DescribedAnswer {
    DescribedAnswer(status: status, about: about, content: .json(shape), headers: headers)
  }

  /// The shape of the answer in JSON; nil for a text.
  var shape: Shape? {
    switch content {
    case .json(let shape), .report(let shape, _): shape
    case .texts: nil
    }
  }
}

/// The body of a request.
struct DescribedBody: Sendable {
  enum Kind: Sendable {
    /// An object of these fields and no other.
    case fields([ShapeField])
    /// A document of Apple's.
    case apple(Shape)
    /// A catalog, as a file holds it.
    case catalog(Shape)
  }

  let kind: Kind
  let isRequired: Bool
  let bytesMax: Int

  static func fields(
    _ fields: [ShapeField], isRequired: Bool = true, bytesMax: Int = 16_384
  ) -> DescribedBody {
    DescribedBody(kind: .fields(fields), isRequired: isRequired, bytesMax: bytesMax)
  }

  var shape: Shape {
    switch kind {
    case .fields(let fields): .object(fields)
    case .apple(let shape), .catalog(let shape): shape
    }
  }

  fileprivate var codes: [String] {
    let all = ["body_too_large", "body_too_slow", "unreadable_body", "too_many_bodies"]
    switch kind {
    case .fields: return all + ["unsupported_media_type", "unknown_field", "invalid_body"]
    case .apple: return all
    case .catalog: return all + ["unsupported_media_type", "invalid_catalog"]
    }
  }
}

/// Routes that belong together, which have a page of their own.
struct DescribedGroup: Sendable {
  /// The last part of the page's address.
  let name: String
  let title: String
  let about: String
  let routes: [DescribedRoute]
}
