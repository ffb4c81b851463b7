import AppStore
import Foundation
import Ledger

/// An app's `serverApiUrl`: one address for both environments, or `{"Production": "https://…"}` with one for
/// each environment. An environment without one keeps Apple's own.
struct ServerAPIURLField: Decodable {
  /// The addresses, with the fields that name them.
  let named: [(field: String, url: String)]
  let hosts: [AppleHosts]
  /// The environments with an address of their own.
  private let environments: [ServerAPIEnvironment]

  private static let name = AppEntry.Field.serverApiUrl.rawValue

  private enum Field: String, CodingKey, CaseIterable {
    case production = "Production"
    case sandbox = "Sandbox"

    var environment: ServerAPIEnvironment {
      switch self {
      case .production: .production
      case .sandbox: .sandbox
      }
    }
  }

  init(from decoder: any Decoder) throws {
    if let url = try? decoder.singleValueContainer().decode(String.self) {
      try Self.check(url, of: "`\(Self.name)`", at: decoder.codingPath)
      named = [(field: Self.name, url: url)]
      hosts = [AppleHosts(url: url)]
      environments = []
      return
    }
    let urls = try Self.urls(decoder)
    named = urls.map { (field: "\(Self.name).\($0.rawValue)", url: $1) }
    environments = urls.map(\.0)
    let replaced = Dictionary(uniqueKeysWithValues: urls)
    hosts = AppleHosts.serverAPI.map { $0.replacing(replaced) }
  }

  /// Returns an environment with an address of its own that an app does not accept; nil if there is none.
  func environment(outside accepted: Set<StoreEnvironment>) -> String? {
    environments.map(\.rawValue).first { !accepted.map(\.rawValue).contains($0) }
  }

  private static func urls(_ decoder: any Decoder) throws -> [(ServerAPIEnvironment, String)] {
    guard let container = try? decoder.container(keyedBy: Field.self) else {
      throw malformed(decoder.codingPath)
    }
    try decoder.rejectFields(unknownTo: Field.self, of: "`\(name)`")
    let urls = try Field.allCases.compactMap { field -> (ServerAPIEnvironment, String)? in
      try container.decodeIfPresent(String.self, forKey: field).map { url in
        try check(url, of: "`\(field.rawValue)` of `\(name)`", at: container.codingPath + [field])
        return (field.environment, url)
      }
    }
    guard !urls.isEmpty else { throw malformed(decoder.codingPath) }
    return urls
  }

  private static func malformed(_ path: [any CodingKey]) -> DecodingError {
    let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
    return corrupted(
      "`\(name)` must be an address, or an object with the addresses of some of \(known)", at: path)
  }

  private static func check(
    _ text: String, of field: String, at path: [any CodingKey]
  ) throws {
    let url = URLComponents(string: text)
    guard let url, ["http", "https"].contains(url.scheme), url.host?.isEmpty == false,
      url.user == nil, url.password == nil, url.query == nil, url.fragment == nil
    else {
      throw corrupted("\(field) must be as https://host, without a name or a query", at: path)
    }
  }

  private static func corrupted(
    _ description: String, at path: [any CodingKey]
  ) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: description))
  }
}
