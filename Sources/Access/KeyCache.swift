import Synchronization

/// A cache of keys that were authenticated recently, so that a busy caller costs no query per
/// request.
///
/// The cache is bounded in number and in time: a revocation takes effect everywhere within
/// `lifetime`.
final class KeyCache: Sendable {
  static let lifetime: Duration = .seconds(30)
  private static let countMax = 1_024

  private struct Entry {
    let record: KeyRecord
    let until: ContinuousClock.Instant
  }

  private let entries = Mutex<[[UInt8]: Entry]>([:])

  func record(_ digest: [UInt8], at now: ContinuousClock.Instant = .now) -> KeyRecord? {
    entries.withLock { entries in
      guard let entry = entries[digest], entry.until > now else { return nil }
      return entry.record
    }
  }

  func keep(_ record: KeyRecord, at now: ContinuousClock.Instant = .now) {
    entries.withLock { entries in
      if entries.count >= Self.countMax { entries.removeAll(keepingCapacity: true) }
      entries[record.digest] = Entry(record: record, until: now + Self.lifetime)
    }
  }

  func forget(id: String) {
    entries.withLock { entries in
      entries = entries.filter { $0.value.record.id != id }
    }
  }
}
