/// The grace periods of a chain with their withdrawals, on which recovered periods rest.
struct KnownGraces: Equatable {
  private struct Item: Equatable {
    let key: GracePeriod.Key
    let withdrawal: Instant?
  }

  private let items: [Item]

  /// Nil if a grace names no renewal date: then the periods decide what it follows.
  init?(_ renewal: RenewalState?) {
    var items: [Item] = []
    if let renewal {
      for grace in renewal.rememberedGracePeriods {
        guard let date = grace.renewalDate else { return nil }
        items.append(Item(key: grace.key, withdrawal: renewal.withdrawal(of: grace, after: date)))
      }
    }
    self.items = items
  }
}
