import Foundation
import Ledger

/// The lines of one chain as a book of its own comes to them, and the customers Apple named in it.
///
/// Chains of one customer in one group are counted together where the lines are read: a lane knows
/// nothing of the others.
struct CommissionRows: Hashable {
  struct Line: Hashable {
    let stream: UUID
    let environment: StoreEnvironment
    let app: BundleID?
    var line: CommissionLine
    /// When a later line took its place.
    var correctedAt: Instant?
  }

  struct Customer: Hashable {
    let stream: UUID
    let group: SubscriptionGroupID
    let environment: StoreEnvironment
    let id: AppTransactionID
  }

  let stream: UUID
  /// In their order.
  private(set) var lines: [Line] = []
  let customers: Set<Customer>
  /// Lines written before that new ones correct.
  private(set) var corrected: [(number: Int, at: Instant)] = []

  /// What new events add to the lines that stand; nil where there is no chain.
  init?(_ history: StreamHistory, standing: [CommissionLine], commons: [RecordedEvent]) {
    guard let chain = ChainState(history.all) else { return nil }
    let before = ChainState(history.before)
    var book = CommissionBook(
      resuming: standing, chains: before.map { [$0] } ?? [], commons: Commons(commons))
    for event in history.new { book.record(event) }
    stream = history.stream
    customers = Self.customers(chain, history)
    add(book.lines.dropFirst(standing.count), chain, history.stream)
  }

  /// All lines from the beginning; lane 0's events fall between the chain's by when they were recorded.
  init?(anew history: StreamHistory, commons: [RecordedEvent]) {
    let events = (history.all + commons).sorted {
      ($0.recordedAt, $0.id) < ($1.recordedAt, $1.id)
    }
    self.init(
      StreamHistory(stream: history.stream, before: [], new: events), standing: [], commons: [])
  }

  private mutating func add(
    _ new: some Sequence<CommissionLine>, _ chain: ChainState, _ stream: UUID
  ) {
    for line in new {
      if let number = line.correction?.corrects {
        if let index = lines.firstIndex(where: { $0.line.number == number }) {
          lines[index].correctedAt = line.learntAt
        } else {
          corrected.append((number, line.learntAt))
        }
      }
      lines.append(
        Line(
          stream: stream, environment: chain.chain.environment, app: chain.bundleID, line: line,
          correctedAt: nil))
    }
  }

  private static func customers(_ chain: ChainState, _ history: StreamHistory) -> Set<Customer> {
    let groups = chain.servicePeriods().keys
    guard !groups.isEmpty else { return [] }
    let named = Set(history.all.compactMap(\.event.customer))
    return Set(
      groups.flatMap { group in
        named.map {
          Customer(
            stream: history.stream, group: group, environment: chain.chain.environment, id: $0)
        }
      })
  }

  static func == (left: CommissionRows, right: CommissionRows) -> Bool {
    (left.lines, left.customers) == (right.lines, right.customers)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(lines)
    hasher.combine(customers)
  }
}

extension LedgerEvent {
  /// Whom a source of trust 1 or 2 named.
  fileprivate var customer: AppTransactionID? {
    switch self {
    case .transactionObserved(let fact) where fact.assertion.trust >= .receipt:
      fact.purchase.appTransactionID
    case .renewalObserved(let fact) where fact.assertion.trust >= .receipt:
      fact.plan.appTransactionID
    case .transactionObserved, .renewalObserved, .noticeReceived, .chainOwned, .chainClaimed,
      .accountErased, .programmeEntered, .termsPublished, .cataloguePublished, .grantMade,
      .coinsMoved, .accountAliased, .aliasClaimed, .ownershipChanged, .grantAcknowledged,
      .consentChanged, .openingDeclared, .epochOpened:
      nil
    }
  }
}
