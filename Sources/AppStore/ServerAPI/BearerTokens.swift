import Synchronization

/// Keeps the token of one app until it grows old or is refused.
final class BearerTokens: Sendable {
  private let bundleID: String
  private let key: ServerAPIKey
  private let held = Mutex<BearerToken?>(nil)

  init(for bundleID: String, by key: ServerAPIKey) {
    self.bundleID = bundleID
    self.key = key
  }

  func token(at now: Timestamp) throws(ServerAPIError) -> String {
    try held.withLock { held throws(ServerAPIError) in
      if let held, held.isUsable(at: now) { return held.text }
      let fresh = try BearerToken(for: bundleID, by: key, at: now)
      held = fresh
      return fresh.text
    }
  }

  /// Somebody else may have thrown it away already: then what is held is younger, and stays.
  func discard(_ token: String) {
    held.withLock { held in
      if held?.text == token { held = nil }
    }
  }
}
