import Foundation
import Ledger
import Postgres

/// The commission lines and the journal of one chain by a book of its own, its purchases without a price,
/// and the names that link the chain with others of its customer.
///
/// Chains of one customer in one group are counted together when the lines are read, because a lane
/// knows nothing of the others.
struct CommissionRows: Hashable {
  /// A name of a customer: Apple's identifier, or the chain that another one replaced.
  struct Customer: Hashable {
    let stream: UUID
    let group: SubscriptionGroupID
    let app: BundleID
    let environment: StoreEnvironment
    let name: String
    /// True for the original transaction id of a chain that was replaced.
    let isChain: Bool
  }

  struct Product: Hashable {
    let stream: UUID
    let app: BundleID
    let id: ProductID
  }

  /// A purchase that is no charge until Apple tells its price.
  struct WithoutPrice: Hashable {
    let stream: UUID
    let transactionID: TransactionID
    let environment: StoreEnvironment
    let app: BundleID
  }

  let stream: UUID
  /// The lines in their order.
  private(set) var lines: [CommissionLineRow] = []
  /// The entries of the journal in their order.
  let entries: [JournalEntryRow]
  let customers: Set<Customer>
  /// The products on which the charges depend: those that a catalog lists, and the app itself.
  let products: Set<Product>
  let withoutPrice: Set<WithoutPrice>
  /// True if the stored rows may have purchases without a price.
  let mayHaveMissedPrices: Bool
  /// The earlier lines that new lines correct.
  private(set) var corrected: [(number: Int, at: Instant)] = []

  /// Derives the lines and entries that new events add to the current ones. Returns nil if the events
  /// contain no fact of a chain.
  ///
  /// - Parameters:
  ///   - current: the lines that no later line corrected.
  ///   - booked: all entries.
  init?(
    _ history: ChainEvents, current: [CommissionLine], booked: [JournalEntry],
    shared: [RecordedEvent]
  ) {
    guard history.hasFacts, let chain = history.state else { return nil }
    let before = ChainState(history.before)
    var journal = JournalBook(
      resuming: booked, lines: current, chains: before.map { [$0] } ?? [],
      shared: SharedState(shared))
    for event in history.new { journal.record(event) }
    let book = journal.commission
    entries = journal.entries.dropFirst(booked.count).map {
      JournalEntryRow(stream: history.stream, entry: $0)
    }
    stream = history.stream
    customers = Self.customers(
      chain, history, SharedState(shared + history.new).catalogs(of: chain.chain.bundleID))
    products = Set(
      chain.productsOfCharges.map {
        Product(stream: history.stream, app: chain.chain.bundleID, id: $0)
      })
    withoutPrice = Set(
      book.purchasesWithoutPrice(of: chain.chain).map {
        WithoutPrice(
          stream: history.stream, transactionID: $0, environment: chain.chain.environment,
          app: chain.chain.bundleID)
      })
    mayHaveMissedPrices = before?.mayMissPrices ?? false
    add(book.lines.dropFirst(current.count), chain, history.stream)
  }

  /// Derives all lines from the beginning. The events of lane 0 fall between those of the chain by
  /// the time they were recorded.
  init?(rebuilding history: ChainEvents, shared: [RecordedEvent]) {
    let events = (history.all + shared).sorted {
      ($0.recordedAt, $0.id) < ($1.recordedAt, $1.id)
    }
    self.init(
      ChainEvents(stream: history.stream, before: [], new: events), current: [], booked: [],
      shared: [])
  }

  private mutating func add(
    _ new: some Sequence<CommissionLine>, _ chain: ChainState, _ stream: UUID
  ) {
    // The numbers of a book's lines are consecutive.
    let first = new.first { _ in true }?.number ?? 0
    for line in new {
      if let number = line.correction?.corrects {
        if number >= first {
          lines[number - first].correctedAt = line.learntAt
        } else {
          corrected.append((number, line.learntAt))
        }
      }
      lines.append(
        CommissionLineRow(
          stream: stream, line: line, correctedAt: nil))
    }
  }

  private static func customers(
    _ chain: ChainState, _ history: ChainEvents, _ catalogs: Catalogs
  ) -> Set<Customer> {
    let groups = chain.subscriptionGroups(catalogs)
    guard !groups.isEmpty else { return [] }
    let names = history.all.reduce(into: Set<CustomerLinks.Name>()) { $0.formUnion($1.event.links) }
    return Set(
      groups.flatMap { group in
        names.map { Customer(stream: history.stream, group: group, of: chain.chain, $0) }
      })
  }

  static func == (left: CommissionRows, right: CommissionRows) -> Bool {
    (left.lines, left.entries, left.customers, left.products, left.withoutPrice)
      == (right.lines, right.entries, right.customers, right.products, right.withoutPrice)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(lines)
    hasher.combine(entries)
    hasher.combine(customers)
    hasher.combine(products)
    hasher.combine(withoutPrice)
  }
}

extension LedgerEvent {
  /// The names that an event tells of the customer: Apple's by a source of trust 1 or 2, the chain that this
  /// one replaced, and this chain if another one replaced it.
  fileprivate var links: [CustomerLinks.Name] {
    switch self {
    case .chain(.transactionObserved(let fact)) where fact.assertion.trust >= .receipt:
      let replaced = fact.purchase.previousOriginalTransactionID.map(fact.chain.sibling)
      return fact.chain.links(to: fact.purchase.appTransactionID)
        + [replaced].compactMap(\.self).filter { $0 != fact.chain }.map { .chain($0) }
    case .chain(.renewalObserved(let fact)) where fact.assertion.trust >= .receipt:
      return fact.chain.links(to: fact.plan.appTransactionID)
    case .chain(.chainReplaced(let replacement)): return [.chain(replacement.chain)]
    case .chain, .account, .shared: return []
    }
  }
}

extension ChainID {
  fileprivate func links(to customer: AppTransactionID?) -> [CustomerLinks.Name] {
    customer.map { [.appTransaction(bundleID, environment, $0)] } ?? []
  }
}

extension CommissionRows.Customer {
  fileprivate init(
    stream: UUID, group: SubscriptionGroupID, of chain: ChainID, _ name: CustomerLinks.Name
  ) {
    self.init(
      stream: stream, group: group, app: chain.bundleID, environment: chain.environment,
      name: name.text, isChain: name.isChain)
  }
}

extension CommissionRows.Customer: RowDecodable {
  init(_ columns: inout ColumnReader) throws {
    self.init(
      stream: try columns.next(), group: try columns.next(), app: try columns.next(),
      environment: try columns.next(), name: try columns.next(), isChain: try columns.next())
  }
}

extension CommissionRows.Product: RowDecodable {
  init(_ columns: inout ColumnReader) throws {
    self.init(stream: try columns.next(), app: try columns.next(), id: try columns.next())
  }
}

extension CommissionRows.WithoutPrice: RowDecodable {
  init(_ columns: inout ColumnReader) throws {
    self.init(
      stream: try columns.next(), transactionID: try columns.next(),
      environment: try columns.next(), app: try columns.next())
  }
}
