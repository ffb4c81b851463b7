import EventStore
import Postgres

@testable import Server

extension LogExamination {
  /// Returns the findings of all checks; none without a keyring.
  static func findings(_ pool: Pool, _ keyring: Keyring?) async -> [Finding] {
    let round = DoctorRound()
    return await round.findings(await checks(pool, keyring, now: Composition.now, round))
  }
}
