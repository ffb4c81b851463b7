/// The trouble of one worker: said once when it begins and once when it ends.
struct Trouble: Equatable {
  struct Rest: Equatable {
    let duration: Duration
    /// Whether it is the first of its kind in a row, and to be said aloud.
    let isNew: Bool
  }

  private var kind: String?
  private var backoff = Backoff()

  /// How long to rest after a failure.
  mutating func begin(
    _ kind: String, using random: inout some RandomNumberGenerator
  ) -> Rest {
    defer { self.kind = kind }
    return Rest(duration: backoff.fail(using: &random), isNew: kind != self.kind)
  }

  mutating func begin(_ kind: String) -> Rest {
    var random = SystemRandomNumberGenerator()
    return begin(kind, using: &random)
  }

  /// After how many failures it went on; nil where there was no trouble.
  mutating func end() -> Int? {
    guard kind != nil else { return nil }
    defer { self = Trouble() }
    return backoff.failures
  }
}
