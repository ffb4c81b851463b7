/// The revocations that Apple asserted of one transaction, and the moments at which Apple asserted
/// that there is none.
///
/// The moments are kept because a revocation may arrive after the copy that already reversed it.
/// Only sources of trust 1 and 2 are kept, because a reversal returns coins.
package struct RevocationHistory: Hashable, Sendable, Codable {
  /// One revocation, identified by its date; its details may arrive later.
  package struct Entry: Hashable, Sendable, Codable {
    fileprivate var newest: Register<Revocation>
    /// What was told of it last: a copy that leaves a detail out does not withdraw it.
    fileprivate var details: RevocationDetails
    /// The time of the first assertion.
    package fileprivate(set) var assertedAt: Instant
    /// The time of the reversal for one copy of a joined purchase; nil in the history of one
    /// transaction, whose absences tell it.
    fileprivate var reversedForCopyAt: Instant?

    /// The revocation with the details that were asserted last.
    package var revocation: Revocation { details.completing(newest.value) }
  }

  /// The revocations in the order of their first assertion.
  package private(set) var revocations: [Entry] = []
  /// The moments at which Apple signed that the transaction is not revoked.
  package private(set) var absences = Moments()
  /// The moments at which a receipt showed no cancellation; nil if there are none. A receipt
  /// reverses only what receipts asserted.
  private var receiptAbsences: Moments?

  package init() {}

  package init(_ fact: TransactionFact, by event: EventID) {
    let assertion = fact.assertion
    guard assertion.trust >= .receipt else { return }
    switch fact.revocation {
    case .silent: break
    case .absent:
      let moment = Moments(assertion.assertedAt)
      if assertion.trust == .signed { absences = moment } else { receiptAbsences = moment }
    case .present(let revocation):
      let newest = Register(revocation, assertion, by: event)
      revocations = [
        Entry(
          newest: newest, details: RevocationDetails(newest), assertedAt: assertion.assertedAt)
      ]
    }
  }

  /// Joins the histories of the copies of one purchase. Each revocation stands until it is reversed for
  /// its copy.
  init(copies: [TransactionState]) {
    revocations = copies.flatMap { copy in
      let standing = copy.withoutSharedSecret.revocation?.date
      return copy.revocationHistory.revocations.map { entry in
        var entry = entry
        let isStanding = entry.newest.value.date == standing
        entry.reversedForCopyAt = isStanding ? nil : copy.revocationHistory.reversal(of: entry)
        return entry
      }
    }.sorted { $0.order < $1.order }
  }

  package mutating func merge(_ other: RevocationHistory) {
    absences.merge(other.absences)
    if let shown = other.receiptAbsences, receiptAbsences?.merge(shown) == nil {
      receiptAbsences = shown
    }
    guard !other.revocations.isEmpty else { return }
    let entries = Dictionary(
      (revocations + other.revocations).map { ($0.newest.value.date, $0) },
      uniquingKeysWith: { $0.merged(with: $1) })
    revocations = entries.values.sorted { $0.order < $1.order }
  }

  /// Returns the moment at which Apple first asserted that the revocation is gone; nil while it
  /// stands.
  package func reversal(of entry: Entry) -> Instant? {
    if let reversal = entry.reversedForCopyAt { return reversal }
    let shown = entry.isSigned ? nil : receiptAbsences?.first(after: entry.assertedAt)
    return [absences.first(after: entry.assertedAt), shown].compactMap(\.self).min()
  }

  /// Returns a revocation with the details that were told of one of its date.
  func detailed(_ revocation: Revocation) -> Revocation {
    revocations.first { $0.newest.value.date == revocation.date }?.details.completing(revocation)
      ?? revocation
  }

  /// Returns the revocation that was in effect at `moment` and was reversed later.
  func reversedRevocation(at moment: Instant) -> Revocation? {
    reversed.last { $0.revocation.date <= moment && moment < $0.reversal }?.revocation
  }

  /// Returns the last revocation that was asserted after a moment, and that no receipt denied since.
  func register(after moment: Instant) -> Register<Asserted<Revocation>>? {
    let later = revocations.last { entry in
      let assertedAt = entry.newest.assertion.assertedAt
      return moment < assertedAt && receiptAbsences?.first(after: assertedAt) == nil
    }
    return later.map {
      Register(.present($0.newest.value), $0.newest.assertion, by: $0.newest.event)
    }
  }

  /// The reversed revocations, each with the time of its reversal.
  var reversed: [(revocation: Revocation, reversal: Instant)] {
    revocations.compactMap { entry in
      reversal(of: entry).map { (entry.revocation, $0) }
    }
  }
}

extension RevocationHistory.Entry {
  fileprivate var order: (Instant, Instant) { (assertedAt, newest.value.date) }

  fileprivate var isSigned: Bool { newest.assertion.trust == .signed }

  fileprivate func merged(with other: Self) -> Self {
    var entry = self
    entry.newest.keepNewest(other.newest)
    entry.details.merge(other.details)
    entry.assertedAt = min(assertedAt, other.assertedAt)
    return entry
  }
}
