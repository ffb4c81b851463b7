import Ledger
import Reconciliation

/// The doctor's examination of notifications that were refused in the last day.
struct RejectionExamination: Sendable {
  static let title = "notifications"
  /// The beginning of the last day, from now.
  static let lastDay: Duration = .seconds(-86_400)

  private let records: RefusedNotifications
  private let now: @Sendable () -> Instant

  init(_ records: RefusedNotifications, _ now: @escaping @Sendable () -> Instant) {
    self.records = records
    self.now = now
  }

  var check: DoctorCheck {
    DoctorCheck(.notifications) {
      [
        await Finding.check(Self.title) {
          Self.finding(try await records.since(now() + Self.lastDay))
        }
      ]
    }
  }

  static func finding(_ refused: [RefusedNotificationCount]) -> Finding {
    guard !refused.isEmpty else { return .ok(title, "none was refused in the last day") }
    return .warn(
      title, sentence(refused),
      remedy:
        "not configured: add the app or environment to DAICHO_APPS; not genuine: strangers, or a "
        + "missing root or shared secret; unreadable: a newer version; then `daicho reconcile run` fetches "
        + "Apple's own")
  }

  /// Returns what was refused, as `26 of com.example.game for untrusted_root, the last at …`.
  static func sentence(_ refused: [RefusedNotificationCount]) -> String {
    "refused in the last day: "
      + refused.map { count in
        "\(count.count) of \(count.app.isEmpty ? "no app of ours" : count.app) for \(count.reason), "
          + "the last at \(count.lastAt)"
      }.joined(separator: "; ")
  }
}
