/// The responses of problems in the OpenAPI document: one for each status and set of codes, which many routes share.
enum ProblemResponses {
  /// A status and the codes that a route answers with it.
  private struct Key: Hashable {
    let status: Int
    let codes: [String]
  }

  /// Returns the codes of a route by the statuses that they are answered with.
  static func codes(of route: DescribedRoute) -> [Int: [DescribedCode]] {
    let codes = route.allCodes.compactMap { DescribedCode.byName[$0] }
    return Set(codes.flatMap(\.statuses)).reduce(into: [:]) { found, status in
      found[status] = codes.filter { $0.statuses.contains(status) }
    }
  }

  /// Returns the reference to the response of a status and codes.
  static func reference(_ status: Int, _ codes: [DescribedCode]) -> JSONTree {
    let name = names[Key(status: status, codes: codes.map(\.code))] ?? ""
    return ["$ref": .text("#/components/responses/\(name)")]
  }

  static func response(_ codes: [DescribedCode]) -> JSONTree {
    let examples = codes.map {
      ($0.code, ["$ref": .text("#/components/examples/\($0.code)")] as JSONTree)
    }
    var members: [String: JSONTree] = [
      "description": .text(codes.map { "`\($0.code)`: \($0.cause)" }.joined(separator: " ")),
      "x-codes": .list(codes.map { .text($0.code) }),
      "content": [
        "application/problem+json": [
          "schema": ["$ref": "#/components/schemas/Problem"],
          "examples": .object(Dictionary(examples) { first, _ in first }),
        ]
      ],
    ]
    if codes.contains(where: \.isRetryable) {
      members["headers"] = [
        "Retry-After": OpenAPIDocument.header(
          "The seconds after which to send the request again, where they are known.")
      ]
    }
    return .object(members)
  }

  /// All responses by their names: the status, and a number where several sets of codes have it.
  static let all: [String: JSONTree] = Dictionary(
    uniqueKeysWithValues: names.map { key, name in
      (name, response(key.codes.compactMap { DescribedCode.byName[$0] }))
    })

  private static let names: [Key: String] = {
    var names: [Key: String] = [:]
    var counts: [Int: Int] = [:]
    for route in APIDescription.routes {
      for (status, codes) in codes(of: route).sorted(by: { $0.key < $1.key }) {
        let key = Key(status: status, codes: codes.map(\.code))
        guard names[key] == nil else { continue }
        counts[status, default: 0] += 1
        names[key] = "Problem\(status)" + (counts[status] == 1 ? "" : "_\(counts[status] ?? 0)")
      }
    }
    return names
  }()
}
