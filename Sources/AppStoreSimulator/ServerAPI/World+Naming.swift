import AppStore

/// Look-ups of customers and transactions by an id in a path.
extension World {
  /// Returns the customer who owns the transaction with the id.
  func customer(ofAny id: String) throws(APIError) -> Int {
    guard id.isTransactionID else { throw .invalidTransactionID }
    guard let customer = customer(owning: id) else { throw .transactionIDNotFound }
    return customer
  }

  /// Returns the transaction with the id.
  func transaction(named id: String) throws(APIError) -> Int {
    guard id.isTransactionID else { throw .invalidTransactionID }
    return try transaction(id, orElse: .transactionIDNotFound)
  }

  /// Returns the first transaction of a chain by the transaction's id.
  func origin(named id: String) throws(APIError) -> Int {
    guard id.isTransactionID else { throw .invalidOriginalTransactionID }
    let index = try transaction(id, orElse: .originalTransactionIDNotFound)
    guard transactions[index].isOriginal else { throw .originalTransactionIDNotFound }
    return index
  }

  private func transaction(
    _ id: String, orElse error: APIError
  ) throws(APIError) -> Int {
    do {
      return try transaction(id)
    } catch {
      if customer(owning: id) != nil { throw .appTransactionIDNotSupported }
    }
    throw error
  }
}

extension StoreTransaction {
  var isOriginal: Bool { content.originalTransactionId == id }
}

extension String {
  fileprivate var isTransactionID: Bool {
    (1...20).contains(utf8.count) && utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
