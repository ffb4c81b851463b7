import Ledger

/// A question that the rules and the model answered differently, with everything known.
package struct Disagreement: Sendable, CustomStringConvertible {
  package let seed: UInt64
  package let life: Int
  package let question: String
  package let real: String
  package let model: String
  package let facts: [String]

  package var description: String {
    """
    seed \(seed), life \(life): \(question)
      the rules: \(real)
      the model: \(model)
      \(facts.joined(separator: "\n  "))
    """
  }
}

/// The result of a drill.
package struct DrillReport: Sendable {
  package var lives = 0
  package var questions = 0
  package var disagreementCount = 0
  /// The first of the disagreements.
  package var disagreements: [Disagreement] = []
  /// The number of lives in which each event occurred.
  package var ways: [String: Int] = [:]
  private static let disagreementsKept = 200

  package init() {}

  package mutating func add(_ other: DrillReport) {
    lives += other.lives
    questions += other.questions
    disagreementCount += other.disagreementCount
    let room = Self.disagreementsKept - disagreements.count
    disagreements += other.disagreements.prefix(room)
    ways.merge(other.ways) { $0 + $1 }
  }

  mutating func ask(
    _ real: String, _ model: String, of life: RandomLife, _ question: @autoclosure () -> String
  ) {
    count(
      real == model,
      orElse: Disagreement(
        seed: life.seed, life: life.number, question: question(), real: real, model: model,
        facts: life.events.map(\.shortForm)))
  }

  /// Counts one more question, and keeps a disagreement if the answers differ.
  mutating func count(_ agree: Bool, orElse disagreement: @autoclosure () -> Disagreement) {
    questions += 1
    guard !agree else { return }
    disagreementCount += 1
    guard disagreements.count < Self.disagreementsKept else { return }
    disagreements.append(disagreement())
  }
}

extension RecordedEvent {
  /// The event as one line.
  var shortForm: String { "\(recordedAt) \(id) " + event.shortForm }
}

extension LedgerEvent {
  fileprivate var shortForm: String {
    if case .chain(.transactionObserved(let fact)) = self { return fact.shortForm }
    if case .chain(.renewalObserved(let fact)) = self { return fact.shortForm }
    if case .shared(.programEntered(let entry)) = self { return entry.shortForm }
    return coinForm ?? "\(stream)"
  }
}

extension ProgramEntered {
  fileprivate var shortForm: String {
    "\(program) \(bundleID.words) from \(from) until \(until.words)"
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
