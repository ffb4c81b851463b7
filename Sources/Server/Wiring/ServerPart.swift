/// A part of the server, which `serve --only` names.
package enum ServerPart: String, CaseIterable, Sendable {
  /// Apple's notifications, the API and health.
  case http
  /// The consumer that keeps all read models up to date.
  case projections
  /// The consumer that makes grants and updates wallets.
  case grants
  /// The consumer that enqueues jobs for Apple, and their workers.
  case outbox
  /// The consumer that knows the ends of periods, sweeps, and looks for unreported renewals.
  case reconciliation

  /// The part that comes with the feed.
  private static let later = "delivery"
  /// The names of `--only` in earlier versions, with those that stand for them.
  private static let former = [
    "projector": "projections,grants", "reconciler": "outbox,reconciliation",
  ]

  package static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  package static func sentence(refusing name: String) -> String {
    if name == later {
      return "--only delivery comes with the feed of events, which this version does not have yet"
    }
    if let present = former[name] { return "--only \(name) is now \(present)" }
    return "--only knows \(list), not `\(name)`"
  }
}
