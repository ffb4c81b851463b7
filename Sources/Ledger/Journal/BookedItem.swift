/// An item as it is in the books, with its newest entry.
struct BookedItem {
  let item: JournalItem
  let number: Int

  /// Returns the items in the books after these entries, which come in their order.
  static func items(after entries: [JournalEntry]) -> [ChainID: [JournalItem.Key: BookedItem]] {
    var items: [ChainID: [JournalItem.Key: BookedItem]] = [:]
    for entry in entries {
      let key = JournalItem.Key(entry)
      items[entry.chain, default: [:]][key] = BookedItem(
        items[entry.chain]?[key], adjustedBy: entry)
    }
    return items
  }

  /// Nil if the entry takes the whole item out of the books.
  private init?(_ known: BookedItem?, adjustedBy entry: JournalEntry) {
    let heading = JournalItem.Heading(entry)
    let amounts = known.map { $0.item.amounts + entry.amounts } ?? entry.amounts
    guard amounts != .zero else { return nil }
    item = JournalItem(heading: heading, amounts: amounts)
    number = entry.number
  }

  init(_ item: JournalItem, number: Int) {
    self.item = item
    self.number = number
  }
}

extension JournalItem.Key {
  fileprivate init(_ entry: JournalEntry) {
    self.init(
      chain: entry.chain, transactionID: entry.transactionID, kind: entry.kind,
      occurredAt: entry.occurredAt)
  }
}

extension JournalItem.Heading {
  fileprivate init(_ entry: JournalEntry) {
    self.init(
      productID: entry.productID, productType: entry.productType,
      subscriptionGroupID: entry.subscriptionGroupID, storefront: entry.storefront,
      currency: entry.currency, rate: entry.rate, service: entry.service)
  }
}
