/// Every revocation Apple asserted of one transaction, and when it asserted that there is none.
///
/// A revocation may be learnt after the copy that already reversed it, hence the moments. Only sources
/// of trust 1 and 2 are remembered: a reversal gives coins back.
package struct RevocationHistory: Hashable, Sendable, Codable {
  /// One revocation, known by its date: its details may come later.
  package struct Entry: Hashable, Sendable, Codable {
    fileprivate var newest: Register<Revocation>
    /// When it was first asserted.
    package fileprivate(set) var assertedAt: Instant

    /// With the details asserted last.
    package var revocation: Revocation { newest.value }
  }

  /// In order of their first assertion.
  package private(set) var revocations: [Entry] = []
  /// When a source asserted that the transaction is not revoked.
  package private(set) var absences = Moments()

  package init() {}

  package init(_ fact: TransactionFact, by event: EventID) {
    let assertion = fact.assertion
    guard assertion.trust >= .receipt else { return }
    switch fact.revocation {
    case .silent: break
    case .absent: absences = Moments(assertion.assertedAt)
    case .present(let revocation):
      let newest = Register(revocation, assertion, by: event)
      revocations = [Entry(newest: newest, assertedAt: assertion.assertedAt)]
    }
  }

  package mutating func merge(_ other: RevocationHistory) {
    absences.merge(other.absences)
    guard !other.revocations.isEmpty else { return }
    let entries = Dictionary(
      (revocations + other.revocations).map { ($0.revocation.date, $0) },
      uniquingKeysWith: { $0.merged(with: $1) })
    revocations = entries.values.sorted { $0.order < $1.order }
  }

  /// When Apple first asserted that the revocation of this date is gone; nil while it stands or is not
  /// known.
  package func reversal(of revocation: Revocation) -> Instant? {
    revocations.first { $0.revocation.date == revocation.date }
      .flatMap { absences.first(after: $0.assertedAt) }
  }

  /// The revocation that held at that moment and was reversed after it.
  func reversedRevocation(at moment: Instant) -> Revocation? {
    reversed.last { $0.revocation.date <= moment && moment < $0.reversal }?.revocation
  }

  /// Each revocation of which no reversal is known.
  var unreversed: [Revocation] {
    revocations.filter { absences.first(after: $0.assertedAt) == nil }.map(\.revocation)
  }

  /// Each revocation that was reversed, and when.
  var reversed: [(revocation: Revocation, reversal: Instant)] {
    revocations.compactMap { entry in
      absences.first(after: entry.assertedAt).map { (entry.revocation, $0) }
    }
  }
}

extension RevocationHistory.Entry {
  fileprivate var order: (Instant, Instant) { (assertedAt, revocation.date) }

  fileprivate func merged(with other: Self) -> Self {
    var entry = self
    entry.newest.keepNewest(other.newest)
    entry.assertedAt = min(assertedAt, other.assertedAt)
    return entry
  }
}
