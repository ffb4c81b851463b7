import Synchronization

/// A cache of keys that were looked up recently, so that a busy caller costs no query per request,
/// nor one that repeats a key that opens nothing.
///
/// The cache is bounded in number and in time: a revocation takes effect everywhere within
/// `lifetime`. Unknown keys have places of their own and never push out a known one.
final class KeyCache: Sendable {
  static let lifetime: Duration = .seconds(30)
  static let lifetimeOfUnknown: Duration = .seconds(10)
  /// The time for which a key is remembered where only the findings of readiness are at stake.
  static let memory: Duration = .seconds(86_400)
  static let countMax = 1_024

  enum Finding {
    case known(KeyRecord)
    /// No key in force has this digest.
    case unknown
  }

  private struct State {
    var records: [[UInt8]: (record: KeyRecord, until: ContinuousClock.Instant)] = [:]
    var unknown: [[UInt8]: ContinuousClock.Instant] = [:]
  }

  private let state = Mutex(State())

  /// Returns what is remembered of a digest; nil if it has to be looked up.
  func find(_ digest: [UInt8], at now: ContinuousClock.Instant = .now) -> Finding? {
    state.withLock { state in
      if let (record, until) = state.records[digest], until > now { return .known(record) }
      if let until = state.unknown[digest], until > now { return .unknown }
      return nil
    }
  }

  func keep(_ record: KeyRecord, at now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      if state.records.count >= Self.countMax { state.records.removeAll(keepingCapacity: true) }
      state.records[record.digest] = (record, now + Self.lifetime)
    }
  }

  /// Returns the record of a digest that was in force when it was last looked up, within a day.
  func remembered(_ digest: [UInt8], at now: ContinuousClock.Instant = .now) -> KeyRecord? {
    state.withLock { state in
      state.records[digest].flatMap { $0.until + Self.memory > now ? $0.record : nil }
    }
  }

  func keepUnknown(_ digest: [UInt8], at now: ContinuousClock.Instant = .now) {
    state.withLock { state in
      state.records[digest] = nil
      if state.unknown.count >= Self.countMax { state.unknown.removeAll(keepingCapacity: true) }
      state.unknown[digest] = now + Self.lifetimeOfUnknown
    }
  }

  /// Forgets a key that is known.
  func forget(id: String) {
    state.withLock { state in
      state.records = state.records.filter { $0.value.record.id != id }
    }
  }
}
