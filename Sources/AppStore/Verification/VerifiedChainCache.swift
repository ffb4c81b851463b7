import Crypto
import Foundation
import Synchronization

/// Chains lately found good, by the digest of the header that brought them.
///
/// A chain is kept only after a signature by its leaf has covered that very header, so that nobody
/// but Apple can fill the cache.
final class VerifiedChainCache: Sendable {
  static let chainsMax = 32
  static let age: TimeInterval = 15 * 60

  private struct Entry {
    let chain: VerifiedChain
    let since: Date
  }

  private let entries = Mutex<[SHA256Digest: Entry]>([:])

  /// Nil if unknown, too old, or from a time after `now`.
  func chain(for header: SHA256Digest, now: Date) -> VerifiedChain? {
    entries.withLock { entries in
      guard let entry = entries[header] else { return nil }
      let age = now.timeIntervalSince(entry.since)
      return age >= 0 && age < Self.age ? entry.chain : nil
    }
  }

  /// Replaces what was kept for this header; the oldest gives way when there are too many.
  func keep(_ chain: VerifiedChain, for header: SHA256Digest, now: Date) {
    entries.withLock { entries in
      if entries.count >= Self.chainsMax, entries[header] == nil,
        let oldest = entries.min(by: { $0.value.since < $1.value.since })?.key
      {
        entries[oldest] = nil
      }
      entries[header] = Entry(chain: chain, since: now)
    }
  }

  var count: Int { entries.withLock(\.count) }
}
