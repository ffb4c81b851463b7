/// One part of what refills a restored ledger from Apple, as a notification sweep of one app.
///
/// Its work may be done again: what is here already is not taken in twice.
struct RecoveryStep: Sendable {
  /// In figures: `expected` is what Apple has, `present` what the backup held of it, `repaired` what was
  /// taken in now.
  struct Figures: Hashable, Sendable, Encodable {
    var expected = 0
    var present = 0
    var repaired = 0

    var missing: Int { max(0, expected - present - repaired) }
  }

  /// As it stands in the report: `notifications of com.example.game in Production`.
  let name: String
  let work: @Sendable () async throws -> Figures
}
