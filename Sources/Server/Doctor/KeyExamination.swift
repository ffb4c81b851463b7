import Access
import Ledger

/// The doctor's examination of the keys of the HTTP API.
enum KeyExamination {
  /// The days before the end of a key in which the doctor warns.
  private static let notice: Duration = .seconds(14 * 86_400)

  static func finding(_ keys: [KeyRecord], now: Instant) -> Finding {
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
}
