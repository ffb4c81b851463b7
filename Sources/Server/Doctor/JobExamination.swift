import AppStore
import Ledger
import Outbox

/// The doctor's examination of the outbox: requests that Apple does not answer, and requests given up.
struct JobExamination: Sendable {
  private static let title = "requests to Apple"
  /// The time for which a job may fail before somebody must look.
  private static let patience: Duration = .seconds(900)
  private static let kindsOfApple: Set<JobKind> = [
    .history, .status, .receipt, .finish, .consumption,
  ]

  private let jobs: JobAdministration
  private let now: @Sendable () -> Instant

  init(_ jobs: JobAdministration, _ now: @escaping @Sendable () -> Instant) {
    self.jobs = jobs
    self.now = now
  }

  var checks: [DoctorCheck] {
    [
      DoctorCheck(.jobs) {
        [
          await Finding.check("outbox jobs") {
            Self.waiting(try await jobs.summary(), at: now())
          },
          await Finding.check(Self.title) { Self.readings(try await jobs.missingReadings()) },
        ]
      }
    ]
  }

  /// Returns the finding about jobs that wait after a failure. A purchase that Apple does not know is asked
  /// about for days, and no failure of Apple's.
  static func waiting(_ summary: [JobSummary], at now: Instant) -> Finding {
    let failing = summary.filter { group in
      guard group.state == .owed, kindsOfApple.contains(group.kind), let reason = group.reason
      else {
        return false
      }
      return group.attemptsMax > 0 && group.oldestAt + patience < now
        && reason != JobKind.purchaseUnknown && !ServerAPIError.wordsOfNotFound.contains(reason)
    }
    guard !failing.isEmpty else { return .ok("outbox jobs", "Apple answers what it is asked") }
    let names = failing.map { group in
      let store = [group.bundleID?.rawValue, group.environment?.rawValue].compactMap(\.self)
      return "\(group.count) \(group.kind.rawValue) of \(store.joined(separator: " in ")) for "
        + "\(group.reason ?? ""), the oldest of \(group.oldestAt)"
    }
    return .fail(
      "outbox jobs", "waiting after failures: " + names.joined(separator: "; "),
      remedy: "mend what the reason names (401: issuerId, keyId, privateKeyFile), then run `daicho "
        + "outbox retry --reason REASON`, which hurries all of them")
  }

  static func readings(_ missing: [JobAdministration.MissingReadings]) -> Finding {
    guard !missing.isEmpty else { return .ok(title, "none was given up") }
    let names = missing.map { "\($0.count) of \($0.bundleID) in \($0.environment.rawValue)" }
    return .warn(
      title, "given up: " + names.joined(separator: ", ") + "; what they would tell is missing",
      remedy:
        "see `daicho outbox list --state parked`, and run `daicho outbox retry --kind history` "
        + "and `--kind status`")
  }
}
