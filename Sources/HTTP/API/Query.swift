import Hummingbird
import Intake
import Ledger

/// The query parameters of a request. Each must be known to the route and given once.
struct Query: Sendable {
  enum Name: String, Sendable, CaseIterable {
    case app, environment, at, knownAt, minPosition, limit, after, trace, from, to, format, by
    case lapsing, endsWithin, uncertain, subscriptions, period, calendar, state, account, kind,
      changedAfter, transaction, order, token, lineItem, dryRun, reason, merged, overdueFor,
      consumer, event, act, accounts
  }

  /// The word for all environments of an app, which some reads take.
  private static let anyEnvironment = "any"

  /// The parameters that every read accepts.
  static let reading: Set<Name> = [.app, .environment, .at, .knownAt, .minPosition]

  /// The parameters of reads of entitlements.
  static let readingEntitlements = reading.union([.overdueFor])

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

  /// True if the request asks for all environments of its app.
  var isOfAnyEnvironment: Bool { values[.environment] == Self.anyEnvironment }

  func at() throws(Problem) -> Instant? { try instant(.at) }

  /// Returns the moment after which facts are left out of the answer; nil if none are.
  func knownAt() throws(Problem) -> Instant? { try instant(.knownAt) }

  /// Returns the moment up to which movements of coins are counted, by the time of their booking: the earlier of
  /// `at` and `knownAt`; nil for all.
  func bookedUntil() throws(Problem) -> Instant? {
    [try at(), try knownAt()].compactMap(\.self).min()
  }

  private func instant(_ name: Name) throws(Problem) -> Instant? {
    guard let text = values[name] else { return nil }
    guard let instant = Instant(text) else {
      throw Query.bad(name, "must be a time as 2026-01-31T09:00:00.000Z")
    }
    return instant
  }

  /// Returns the time in which a subscription stays listed while its renewal is awaited; zero by default.
  func overdueFor() throws(Problem) -> Duration {
    guard let text = values[.overdueFor] else { return .zero }
    guard let duration = Duration(iso8601: text), duration <= .seconds(30 * 86_400) else {
      throw Query.bad(.overdueFor, "must be a duration from PT0S to P30D, such as PT24H")
    }
    return duration
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
  func trace() throws(Problem) -> Bool { try flag(.trace) }

  /// Returns true if a parameter is `true`, and false without it.
  func flag(_ name: Name) throws(Problem) -> Bool {
    switch values[name] {
    case nil, "false": false
    case "true": true
    default: throw Query.bad(name, "must be true or false")
    }
  }

  /// Returns a moment in a parameter; nil without it.
  func moment(_ name: Name) throws(Problem) -> Instant? { try instant(name) }

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

extension [String] {
  /// The names as a choice in a sentence.
  package var oneOf: String { joined(separator: ", ") }
}

extension Duration {
  /// Reads days, hours, minutes and seconds as ISO 8601 writes them, such as `P1DT12H`.
  fileprivate init?(iso8601 text: String) {
    let form = /P(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,7})H)?(?:(\d{1,7})M)?(?:(\d{1,7})S)?)?/
    guard let match = text.wholeMatch(of: form), text != "P" else { return nil }
    func number(_ text: Substring?) -> Int64 { text.flatMap { Int64($0) } ?? 0 }
    self = .seconds(
      number(match.1) * 86_400 + number(match.2) * 3_600 + number(match.3) * 60 + number(match.4))
  }
}
