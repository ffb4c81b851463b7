import Crypto
import Foundation
import Synchronization

/// A cache of recently verified chains, by the digest of their header.
///
/// A chain is cached only after the leaf's signature over that same header has been verified, so
/// only Apple can fill the cache.
final class VerifiedChainCache: Sendable {
  static let chainsMax = 32
  static let age: TimeInterval = 15 * 60

  private struct Entry {
    let chain: VerifiedChain
    let since: Date
  }

  private let entries = Mutex<[SHA256Digest: Entry]>([:])

  /// Returns the cached chain. Returns nil if the chain is unknown, too old or cached after `now`.
  func chain(for header: SHA256Digest, now: Date) -> VerifiedChain? {
    entries.withLock { entries in
      guard let entry = entries[header] else { return nil }
      let age = now.timeIntervalSince(entry.since)
      return age >= 0 && age < Self.age ? entry.chain : nil
    }
  }

  /// Caches the chain of this header. A full cache drops its oldest entry first.
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
