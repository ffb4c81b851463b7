import Synchronization

/// The current token of one app, kept until the token expires or Apple rejects it.
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

  /// Discards this token. A newer token, stored after a concurrent discard, stays.
  func discard(_ token: String) {
    held.withLock { held in
      if held?.text == token { held = nil }
    }
  }
}
