import Hummingbird
import Intake
import Ledger

/// The query parameters of a request. Each must be known to the route and given once.
struct Query: Sendable {
  enum Name: String, Sendable {
    case app, environment, at, knownAt, minPosition, limit, after, trace, from, to, format, by
    case lapsing, endsWithin, uncertain, subscriptions, period, calendar, state, account, kind,
      changedAfter
  }

  /// The parameters that every read accepts.
  static let reading: Set<Name> = [.app, .environment, .at, .knownAt, .minPosition]

  private let values: [Name: String]

  init(_ request: Request, allowing allowed: Set<Name>) throws(Problem) {
    var values: [Name: String] = [:]
    for (key, value) in request.uri.queryParameters {
      guard let name = Name(rawValue: String(key)), allowed.contains(name) else {
        throw .badRequest(
          "unknown_parameter", "The parameter `\(key.prefix(64))` is not known here.")
      }
      guard values.updateValue(String(value), forKey: name) == nil else {
        throw Query.bad(name, "is given twice; give it once")
      }
    }
    self.values = values
  }

  subscript(name: Name) -> String? { values[name] }

  /// Returns the configured app that the request names; nil if it names none.
  func app(among apps: [ConfiguredApp]) throws(Problem) -> BundleID? {
    guard let name = values[.app] else { return nil }
    guard let app = apps.first(where: { $0.bundleID.rawValue == name }) else {
      throw .badRequest("unknown_app", "`app` names no app configured here.")
    }
    return app.bundleID
  }

  func environment() throws(Problem) -> StoreEnvironment? {
    guard let name = values[.environment] else { return nil }
    guard let environment = StoreEnvironment(rawValue: name) else {
      let names = StoreEnvironment.allCases.map(\.rawValue).joined(separator: ", ")
      throw Query.bad(.environment, "must be one of \(names)")
    }
    return environment
  }

  func at() throws(Problem) -> Instant? { try instant(.at) }

  /// Returns the moment after which facts are left out of the answer; nil if none are.
  func knownAt() throws(Problem) -> Instant? { try instant(.knownAt) }

  private func instant(_ name: Name) throws(Problem) -> Instant? {
    guard let text = values[name] else { return nil }
    guard let instant = Instant(text) else {
      throw Query.bad(name, "must be a time as 2026-01-31T09:00:00.000Z")
    }
    return instant
  }

  /// Returns the position that the answer must cover. Rejects one that these lanes cannot reach.
  func minPosition(in lanes: [Int16]) throws(Problem) -> PositionToken? {
    guard let text = values[.minPosition] else { return nil }
    guard let token = PositionToken(text),
      token.position.lanes.keys.allSatisfy({ $0 == 0 || lanes.contains($0) })
    else {
      throw Query.bad(.minPosition, "must be a `position` that this server answered")
    }
    return token
  }

  func limit(default fallback: Int, max: Int) throws(Problem) -> Int {
    guard let text = values[.limit] else { return fallback }
    guard let limit = Int(text), (1...max).contains(limit) else {
      throw Query.bad(.limit, "must be a number from 1 to \(max)")
    }
    return limit
  }

  /// Returns true if the days are requested too.
  func trace() throws(Problem) -> Bool {
    switch values[.trace] {
    case nil, "false": false
    case "true": true
    default: throw Query.bad(.trace, "must be true or false")
    }
  }

  /// Returns the end of the previous page; nil for the beginning.
  func after() throws(Problem) -> PositionToken? {
    guard let text = values[.after] else { return nil }
    guard let token = PositionToken(text) else {
      throw Query.bad(.after, "must be a `next` that this server answered")
    }
    return token
  }

  /// Returns a position that this server answered, given in a parameter.
  func token(_ text: String, _ name: Name) throws(Problem) -> PositionToken {
    guard let token = PositionToken(text) else {
      throw Query.bad(name, "must be a `position` or a `next` that this server answered")
    }
    return token
  }

  static func bad(_ name: Name, _ remedy: String) -> Problem {
    .badRequest("invalid_parameter", "`\(name.rawValue)` \(remedy).")
  }
}
