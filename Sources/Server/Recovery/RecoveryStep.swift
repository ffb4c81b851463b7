/// A part of refilling a restored ledger from Apple, such as the notification sweep of one app.
///
/// The work can be repeated: nothing is ingested twice.
struct RecoveryStep: Sendable {
  /// The figures of a step: `expected` is what Apple has, `present` what the backup had of it,
  /// `repaired` what was ingested now.
  struct Figures: Hashable, Sendable, Encodable {
    var expected = 0
    var present = 0
    var repaired = 0

    var missing: Int { max(0, expected - present - repaired) }
  }

  /// The name in the report, such as `notifications of com.example.game in Production`.
  let name: String
  let work: @Sendable () async throws -> Figures
}
