import AppStore

/// Who and what is meant by an id in an address.
extension World {
  /// The customer named by any of their transactions.
  func customer(ofAny id: String) throws(APIError) -> Int {
    guard id.isTransactionID else { throw .invalidTransactionID }
    guard let customer = customer(owning: id) else { throw .transactionIDNotFound }
    return customer
  }

  /// One transaction, named by its own id.
  func transaction(named id: String) throws(APIError) -> Int {
    guard id.isTransactionID else { throw .invalidTransactionID }
    return try transaction(id, orElse: .transactionIDNotFound)
  }

  /// The first transaction of a chain, named by its own id.
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
