/// Every revocation Apple asserted of one transaction, and every moment it asserted that there is none.
///
/// Kept exactly, because a revocation may be learnt after the copy that already reversed it. Only
/// sources of trust 1 and 2 are remembered: a reversal gives coins back.
package struct RevocationHistory: Hashable, Sendable, Codable {
  /// A revocation and when it was first asserted; one value stands here once.
  package struct Entry: Hashable, Sendable, Codable {
    package let revocation: Revocation
    package let assertedAt: Instant
  }

  /// In order of their first assertion.
  package private(set) var revocations: [Entry] = []
  /// When a source asserted that the transaction is not revoked, ascending.
  package private(set) var absences: [Instant] = []

  package init() {}

  package init(_ fact: TransactionFact) {
    guard fact.assertion.trust >= .receipt else { return }
    switch fact.revocation {
    case .silent: break
    case .absent: absences = [fact.assertion.assertedAt]
    case .present(let revocation):
      revocations = [Entry(revocation: revocation, assertedAt: fact.assertion.assertedAt)]
    }
  }

  package mutating func merge(_ other: RevocationHistory) {
    if !other.absences.isEmpty {
      absences = Set(absences).union(other.absences).sorted()
    }
    if !other.revocations.isEmpty {
      let firsts = Dictionary(
        (revocations + other.revocations).map { ($0.revocation, $0.assertedAt) },
        uniquingKeysWith: min)
      revocations = firsts.map(Entry.init).sorted { $0.order < $1.order }
    }
  }

  /// When Apple first asserted that this revocation is gone; nil while it stands or is not known.
  package func reversal(of revocation: Revocation) -> Instant? {
    guard let entry = revocations.first(where: { $0.revocation == revocation }) else { return nil }
    return absences.first { $0 > entry.assertedAt }
  }
}

extension RevocationHistory.Entry {
  fileprivate var order: (Instant, Instant, String, Int32, Int32) {
    (
      assertedAt, revocation.date, revocation.type ?? "", revocation.reason ?? -1,
      revocation.percentage ?? -1
    )
  }
}
