package import EventStore
package import Ledger

/// The doctor's examination of backups, as far as the ledger was told of them.
struct BackupExamination: Sendable {
  private static let title = "backup"
  private static let remedy =
    "run `daicho backup DIR`, or tell of one of your own with `daicho backup done` after it"

  let log: EventLog
  /// The greatest age of the last backup.
  let age: Duration
  let now: @Sendable () -> Instant

  var check: DoctorCheck {
    DoctorCheck(.backup) {
      [
        await Finding.check(Self.title, remedy: Finding.readTheEvent) {
          let last = KnownBackup.last(in: try await log.reading.shared())
          let isEmpty = try await log.position().lanes.allSatisfy { $0.key == 0 || $0.value == 0 }
          return Self.finding(last, isEmpty: isEmpty, age: age, at: now())
        }
      ]
    }
  }

  /// - Parameter isEmpty: true for a ledger without a purchase, which needs no backup.
  static func finding(
    _ last: Instant?, isEmpty: Bool, age: Duration, at now: Instant
  ) -> Finding {
    guard let last else {
      return isEmpty
        ? .ok(title, "none yet, and nothing to lose")
        : .warn(title, "this ledger knows of no backup", remedy: remedy)
    }
    guard last + age < now else { return .ok(title, "the last one is of \(last)") }
    return .warn(
      title, "the last one known is of \(last), more than \(age.days) days ago", remedy: remedy)
  }
}

/// The backups of which the log tells.
package enum KnownBackup {
  /// The word under which the act keeps the moment of the backup.
  static let moment = "at"

  /// Returns the moment of the last backup; nil if there is none.
  static func last(in events: [RecordedEvent]) -> Instant? {
    events.compactMap { recorded in
      guard case .shared(.actRecorded(let act)) = recorded.event,
        act.act == Act.backupDone.rawValue
      else { return nil }
      return act.values[moment].flatMap(Instant.init) ?? act.actedAt
    }.max()
  }

  /// Tells the ledger of a backup.
  package static func tell(
    _ log: EventLog, madeAt moment: Instant, values: [String: String] = [:],
    signed signature: ActSignature, at now: Instant
  ) async throws {
    try await log.acts.record(
      ActRecorded(
        .backupDone, values: values.merging([Self.moment: moment.description]) { $1 },
        signed: signature, at: now))
  }
}

extension Duration {
  fileprivate var days: Int64 { components.seconds / 86_400 }
}
