import Access
import Ledger
import Postgres

/// The doctor's examination of the keys of the HTTP API.
enum KeyExamination {
  /// The days before the end of a key in which the doctor warns.
  private static let notice: Duration = .seconds(14 * 86_400)

  static func findings(in pool: Pool, now: Instant) async -> [Finding] {
    [
      await Finding.check("API keys") { ending(try await APIKeys.list(in: pool), now: now) },
      await Finding.check("events of API keys") { untold(try await APIKeys.list(in: pool)) },
    ]
  }

  private static func ending(_ keys: [KeyRecord], now: Instant) -> Finding {
    let ending = keys.filter { key in
      guard let end = key.expiresAt, key.revokedAt == nil else { return false }
      return end > now && end <= now + notice
    }
    guard !ending.isEmpty else { return .ok("API keys", "none expires within 14 days") }
    let names = ending.map { "\($0.id) (\($0.name)) at \($0.expiresAt?.description ?? "")" }
    return .warn(
      "API keys", "soon to expire: " + names.joined(separator: ", "),
      remedy: "create another key of that name with `daicho keys create`, give it to its clients, "
        + "and revoke the old one with `daicho keys revoke`")
  }

  /// Returns the finding about keys in force that no event tells of.
  private static func untold(_ keys: [KeyRecord]) -> Finding {
    let untold = keys.filter { !$0.isTold && $0.revokedAt == nil }.map { "\($0.id) (\($0.name))" }
    guard !untold.isEmpty else {
      return .ok("events of API keys", "they tell of every key in force")
    }
    return .fail(
      "events of API keys", "no event tells who created " + untold.joined(separator: ", "),
      remedy: "revoke it with `daicho keys revoke`, and find out who changed the table: this "
        + "program creates no key without an event")
  }
}
