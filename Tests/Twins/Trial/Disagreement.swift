import Ledger

/// A question to which the rules and the twin gave two answers, with all that was known.
package struct Disagreement: Sendable, CustomStringConvertible {
  package let seed: UInt64
  package let life: Int
  package let question: String
  package let real: String
  package let twin: String
  package let facts: [String]

  package var description: String {
    """
    seed \(seed), life \(life): \(question)
      the rules: \(real)
      the twin:  \(twin)
      \(facts.joined(separator: "\n  "))
    """
  }
}

/// What a trial came to.
package struct TrialReport: Sendable {
  package var lives = 0
  package var questions = 0
  package var disagreementCount = 0
  /// The first of them.
  package var disagreements: [Disagreement] = []
  /// In how many lives each way occurred.
  package var ways: [String: Int] = [:]
  private static let disagreementsKept = 200

  package init() {}

  package mutating func add(_ other: TrialReport) {
    lives += other.lives
    questions += other.questions
    disagreementCount += other.disagreementCount
    let room = Self.disagreementsKept - disagreements.count
    disagreements += other.disagreements.prefix(room)
    ways.merge(other.ways) { $0 + $1 }
  }

  mutating func ask(
    _ real: String, _ twin: String, of life: RandomLife, _ question: @autoclosure () -> String
  ) {
    count(
      real == twin,
      orElse: Disagreement(
        seed: life.seed, life: life.number, question: question(), real: real, twin: twin,
        facts: life.events.map(\.shortForm)))
  }

  /// One question more.
  mutating func count(_ agree: Bool, orElse disagreement: @autoclosure () -> Disagreement) {
    questions += 1
    guard !agree else { return }
    disagreementCount += 1
    guard disagreements.count < Self.disagreementsKept else { return }
    disagreements.append(disagreement())
  }
}

extension RecordedEvent {
  /// One line to read it by.
  var shortForm: String { "\(recordedAt) \(id) " + event.shortForm }
}

extension LedgerEvent {
  fileprivate var shortForm: String {
    if case .transactionObserved(let fact) = self { return fact.shortForm }
    if case .renewalObserved(let fact) = self { return fact.shortForm }
    if case .programmeEntered(let entry) = self { return entry.shortForm }
    return coinForm ?? "\(stream)"
  }
}

extension ProgrammeEntered {
  fileprivate var shortForm: String {
    "\(programme) \(bundleID.words) from \(from) until \(until.words)"
  }
}

extension RenewalFact {
  fileprivate var shortForm: String {
    "\(chain.originalTransactionID) renewal of \(plan.renewalDate.words), grace "
      + "\(gracePeriodExpiresDate.value.words), said \(assertion.assertedAt), "
      + "customer \(plan.appTransactionID.words)"
  }
}

extension TransactionFact {
  fileprivate var shortForm: String {
    let revocation = revocation.value.map { "\($0.type ?? "refund") \($0.date)" }
    return "\(transactionID) \(purchase.productID) \(purchase.ownership) \(purchase.reason.words) "
      + "\(purchase.purchaseDate) to \(expiresDate.value.words), price \(purchase.price.words), "
      + "\(purchase.offer?.discountType ?? "no offer"), upgraded \(isUpgraded.words), revoked "
      + "\(self.revocation == .silent ? "silent" : revocation.words), said \(assertion.assertedAt) "
      + "trust \(assertion.trust.rawValue), customer \(purchase.appTransactionID.words), "
      + "\(purchase.storefront.words)"
  }
}

extension Optional {
  fileprivate var words: String { map { "\($0)" } ?? "-" }
}
