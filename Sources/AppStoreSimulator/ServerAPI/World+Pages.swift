/// A page of up to twenty of a customer's transactions.
struct TransactionPage: Sendable {
  static let size = 20

  let customer: StoreCustomer
  let app: SimulatedApp
  let contents: [SignableTransaction]
  let hasMore: Bool
  /// The position of the last transaction; if the page is empty, the requested position.
  let place: Int64
  let signedAt: Int64
}

extension World {
  /// Returns a page ordered by last change, so that a transaction that changes appears again.
  func historyPage(
    of customer: Int, _ filter: HistoryFilter, after place: Int64?
  ) -> TransactionPage {
    let direction: Int64 = filter.isDescending ? -1 : 1
    return page(of: customer, after: place) { transaction in
      filter.admits(transaction) ? direction * Int64(transaction.modification) : nil
    }
  }

  /// Returns a page of refunded transactions, ordered by the date of the refund.
  func refundPage(of customer: Int, after place: Int64?) -> TransactionPage {
    page(of: customer, after: place) { transaction in
      transaction.isFamilyShared ? nil : transaction.content.revocationDate
    }
  }

  /// - Parameter key: returns a transaction's position, ascending through the pages; nil to leave
  ///   the transaction out.
  private func page(
    of customer: Int, after place: Int64?, by key: (StoreTransaction) -> Int64?
  ) -> TransactionPage {
    var found: [(place: Int64, index: Int)] = []
    for index in customers[customer].transactions {
      guard let key = key(transactions[index]), place.map({ key > $0 }) ?? true else { continue }
      found.append((key, index))
    }
    found.sort { $0.place < $1.place }
    let shown = found.prefix(TransactionPage.size)
    return TransactionPage(
      customer: customers[customer], app: app, contents: shown.map { signable($0.index) },
      hasMore: found.count > shown.count, place: shown.last?.place ?? place ?? Int64.min,
      signedAt: now)
  }
}
