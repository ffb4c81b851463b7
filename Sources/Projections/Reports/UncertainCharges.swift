import AppleReports
import Ledger
import Postgres
import Reports

/// The charges of a time whose days or rate are uncertain, as a list beside the bridge.
struct UncertainCharges {
  private struct Found {
    let chain: ChainID
    let transactionID: TransactionID
    let price: Int64?
    let currency: String?
    let rate: CommissionRate?
    let charge: UncertainCharge
  }

  private var found: [Found] = []

  /// The chains of the charges.
  var chains: [ChainID] { Set(found.map(\.chain)).sorted() }

  /// Adds the rows of `commission_uncertain.sql`.
  mutating func add(
    _ rows: Rows, of app: BundleID, in environment: StoreEnvironment
  ) throws {
    for row in rows {
      var columns = ColumnReader(row)
      let chain = ChainID(app, environment, try columns.next())
      let transaction: TransactionID = try columns.next()
      let moment: Instant = try columns.next()
      let product: ProductID = try columns.next()
      let (storefront, price): (String?, Int64?) = (try columns.next(), try columns.next())
      let currency: String? = try columns.next()
      let rate = try CommissionRate(&columns)
      add(
        chain, transaction, moment, product, storefront, price, currency, rate,
        isRenewal: try columns.next())
    }
  }

  /// Adds the lines of customers whose chains are counted together.
  mutating func add(_ book: SharedBook, of app: BundleID, in span: JournalSpan) {
    for line in book.lines.known(at: span.lastMoment) where line.chain.bundleID == app {
      guard line.doubt.days || line.doubt.rate, let charge = line.charge,
        span.from <= charge.chargedAt, charge.chargedAt < span.to
      else { continue }
      add(
        line.chain, line.transactionID, charge.chargedAt, charge.productID, charge.storefront,
        charge.price, charge.currency, line.rate,
        isRenewal: book.isRenewal(line.transactionID, of: line.chain))
    }
  }

  private mutating func add(
    _ chain: ChainID, _ transaction: TransactionID, _ moment: Instant, _ product: ProductID,
    _ storefront: String?, _ price: Int64?, _ currency: String?, _ rate: CommissionRate?,
    isRenewal: Bool?
  ) {
    let part = SoldPart(
      subscription: isRenewal.map { $0 ? .renewal : .new }, unitPrice: price.map { Int128($0) },
      isAfterAYear: rate?.reason == .afterAYear)
    let key = Sold.Key(
      day: PacificTime.day(of: moment), product: product.rawValue, storefront: storefront,
      currency: currency ?? "", isRefund: false)
    found.append(
      Found(
        chain: chain, transactionID: transaction, price: price, currency: currency, rate: rate,
        charge: UncertainCharge(key, part: part)))
  }

  /// Returns the rows of the report by date and transaction, each with what Apple's files tell of it.
  ///
  /// - Parameter accounts: the accounts to which the chains belong.
  func rows(_ check: RateCheck, _ accounts: [ChainID: AccountID]) -> [[Report.Value]] {
    zip(found, check.results(for: found.map(\.charge))).map { item, result in
      let (finding, because) = result.finding.words
      let key = item.charge.key
      return [
        .text(key.day.description), .text(item.transactionID.rawValue),
        .text(item.chain.originalTransactionID.rawValue),
        .text(accounts[item.chain]?.rawValue), .text(key.product),
        .text(key.storefront), .text(item.charge.part.subscription?.rawValue),
        .money(item.price.map { Int128($0) }), .text(item.currency), .text(item.rate?.description),
        .text(item.rate?.reason.description), .text(result.rate.map(Self.word)), .text(finding),
        .text(because),
      ]
    }.sorted { $0.sortKey < $1.sortKey }
  }

  private static func word(_ rate: ProceedsRate) -> String {
    switch rate {
    case .standard: "standard"
    case .afterOneYear: "Rate After One Year"
    }
  }
}

extension RateFinding {
  /// The finding, and the reason why there is none.
  fileprivate var words: (finding: String, because: String?) {
    switch self {
    case .confirmed: ("confirmed", nil)
    case .refuted: ("refuted", nil)
    case .undetermined(let reason): ("undetermined", reason.rawValue)
    }
  }
}
