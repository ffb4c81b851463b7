import Access
import HTTPTypes
import Release

/// The OpenAPI document of all routes, version 3.1.
enum OpenAPIDocument {
  /// The document as it is served: sorted names, without white space.
  static let bytes = Array(tree.line.utf8)

  static let tree: JSONTree = [
    "openapi": "3.1.0",
    "info": [
      "title": "Daicho",
      "version": .text(ProgramVersion.text),
      "summary":
        "A ledger of App Store purchases: what each account may use, its coins, and the evidence.",
      "description": """
      Times are RFC 3339 in UTC with milliseconds. Money is a whole number of milliunits of its currency, coins are \
      whole numbers. Ids, positions and cursors are opaque. A parameter or a field that is not described is refused. \
      Answers may get more fields in later versions: ignore those that you do not know.
      """,
      "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
    ],
    "servers": [["url": "/"]],
    "tags": .list(
      APIDescription.groups.map {
        ["name": .text($0.name), "x-displayName": .text($0.title), "description": .text($0.about)]
      }),
    "paths": paths,
    "components": [
      "securitySchemes": [
        "key": [
          "type": "http", "scheme": "bearer",
          "description": "An API key, made by `daicho keys create`. `admin` may do everything.",
        ]
      ],
      "schemas": .object(schemas),
      "responses": .object(ProblemResponses.all),
      "examples": .object(examples),
    ],
  ]

  private static var paths: JSONTree {
    var paths: [String: [String: JSONTree]] = [:]
    for group in APIDescription.groups {
      for route in group.routes {
        paths[route.path, default: [:]][route.method.rawValue.lowercased()] =
          operation(route, of: group)
      }
    }
    return .object(paths.mapValues(JSONTree.object))
  }

  private static func operation(_ route: DescribedRoute, of group: DescribedGroup) -> JSONTree {
    var members: [String: JSONTree] = [
      "operationId": .text(route.name), "summary": .text(route.title),
      "tags": [.text(group.name)],
      "security": .list(route.scopes.map { ["key": [.text($0.rawValue)]] }),
      "responses": .object(responses(of: route)),
    ]
    if !route.about.isEmpty { members["description"] = .text(route.about) }
    if !route.parameters.isEmpty { members["parameters"] = .list(route.parameters.map(parameter)) }
    if let body = route.body { members["requestBody"] = request(body) }
    return .object(members)
  }

  private static func parameter(_ parameter: DescribedParameter) -> JSONTree {
    [
      "name": .text(parameter.name), "in": .text(parameter.place.rawValue),
      "required": .bool(parameter.isRequired), "description": .text(parameter.about),
      "schema": parameter.shape.schema(), "example": parameter.shape.example,
    ]
  }

  private static func request(_ body: DescribedBody) -> JSONTree {
    let shape = body.shape
    return [
      "required": .bool(body.isRequired),
      "description": .text("At most \(body.bytesMax) bytes."),
      "content": [
        "application/json": ["schema": shape.schema(isClosed: true), "example": shape.example]
      ],
    ]
  }

  private static func responses(of route: DescribedRoute) -> [String: JSONTree] {
    var responses: [String: JSONTree] = [:]
    for answer in route.answers { responses["\(answer.status)"] = response(answer, of: route) }
    if route.isTagged {
      responses["304"] = [
        "description": "The caller has the content: `If-None-Match` names its tag."
      ]
    }
    for (status, codes) in ProblemResponses.codes(of: route) {
      let own = responses["\(status)"]
      responses["\(status)"] =
        own.map { join($0, ProblemResponses.response(codes)) }
        ?? ProblemResponses.reference(status, codes)
    }
    return responses
  }

  /// Returns the response of an answer whose status problems have, too.
  private static func join(_ answer: JSONTree, _ problems: JSONTree) -> JSONTree {
    guard case .object(let members) = answer, case .object(let others) = problems else {
      return answer
    }
    return .object(
      members.merging(others) { own, other in
        guard case .object(let own) = own, case .object(let other) = other else { return own }
        return .object(own.merging(other) { $1 })
      })
  }

  private static func response(_ answer: DescribedAnswer, of route: DescribedRoute) -> JSONTree {
    var headers: [String: JSONTree] = [
      "X-Request-Id": header("The id of the request, which the log has, too.")
    ]
    if route.isTagged { headers["ETag"] = header("The tag of the content, for `If-None-Match`.") }
    for (name, about) in answer.headers { headers[name] = header(about) }
    return [
      "description": .text(answer.about), "headers": .object(headers),
      "content": .object(content(answer.content)),
    ]
  }

  private static func content(_ content: DescribedAnswer.Content) -> [String: JSONTree] {
    func json(_ shape: Shape) -> JSONTree {
      ["schema": shape.schema(), "example": shape.example]
    }
    func texts(_ types: [String]) -> [(String, JSONTree)] {
      types.map { type in
        let name = String(type.prefix { $0 != ";" })
        var schema: [String: JSONTree] = ["type": "string"]
        if !name.hasPrefix("text/") { schema["format"] = "binary" }
        return (name, ["schema": .object(schema)])
      }
    }
    switch content {
    case .json(let shape): return ["application/json": json(shape)]
    case .texts(let types): return Dictionary(texts(types)) { first, _ in first }
    case .report(let shape, let types):
      return Dictionary(texts(types) + [("application/json", json(shape))]) { first, _ in first }
    }
  }

  static func header(_ about: String) -> JSONTree {
    ["description": .text(about), "schema": ["type": "string"]]
  }

  private static var schemas: [String: JSONTree] {
    var schemas = Dictionary(APIDescription.components.map { ($0.name, $0.schema) }) { first, _ in
      first
    }
    schemas[ProblemDescription.problem.name] = ProblemDescription.problem.schema
    return schemas
  }

  private static var examples: [String: JSONTree] {
    let examples = DescribedCode.all.filter { !$0.statuses.isEmpty }.map {
      (
        $0.code,
        ["summary": .text($0.cause), "value": ProblemDescription.example(of: $0)] as JSONTree
      )
    }
    return Dictionary(examples) { first, _ in first }
  }
}
