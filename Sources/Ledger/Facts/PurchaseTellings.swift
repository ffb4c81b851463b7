/// The assertions about the purchase of one transaction: of each field, the newest one that tells it.
///
/// What Apple fixed at the purchase does not become untrue because a copy omits it. A copy says nothing
/// of a field that it leaves out, and tells nothing of one that it tells in part, while another tells the
/// whole. The join is commutative, associative and idempotent: of each field it keeps a maximum.
struct PurchaseTellings: Hashable, Sendable, Codable {
  /// The assertions that are the newest to tell some field, the newest first. The first one is the newest
  /// of all, because every assertion tells product and date.
  private(set) var all: [Register<Purchase>]

  init(_ purchase: Purchase, _ assertion: Assertion, by event: EventID) {
    all = [Register(purchase, assertion, by: event)]
  }

  var newest: Register<Purchase> { all[0] }

  /// The events that told the fields.
  var events: [EventID] { all.map(\.event) }

  /// True if the newest assertion alone does not tell what is known.
  var isJoined: Bool { all.count > 1 }

  mutating func merge(_ other: PurchaseTellings) {
    if other.all.count == 1, all.count == 1, other.newest.assertion == newest.assertion {
      return all[0].keepNewest(other.newest)
    }
    let newestFirst = (all + other.all).sorted {
      $0.assertion == $1.assertion ? $0.event < $1.event : $0.assertion > $1.assertion
    }
    var kept: [Register<Purchase>] = []
    var (whole, any): (PurchaseFieldSet, PurchaseFieldSet) = ([], [])
    for telling in newestFirst where kept.last?.assertion != telling.assertion {
      let fields = telling.value.fields
      let isNews = !fields.toldWhole.isSubset(of: whole) || !fields.told.isSubset(of: any)
      guard isNews || kept.isEmpty else { continue }
      kept.append(telling)
      whole.formUnion(fields.toldWhole)
      any.formUnion(fields.told)
    }
    all = kept
  }

  /// Returns the newest purchase with the fields that it leaves out, or tells in part, from the newest
  /// assertions of at least this trust that tell them.
  func purchase(trusting trust: Trust) -> Purchase {
    guard isJoined else { return newest.value.withoutPartOfPrice }
    let trusted = all.filter { $0.assertion.trust >= trust }
    guard trusted.count > 1, let first = trusted.first else {
      return (trusted.first ?? newest).value.withoutPartOfPrice
    }
    var (whole, any) = (first.value.fields.toldWhole, first.value.fields.told)
    return first.value.changed { fields in
      for telling in trusted.dropFirst() {
        let (toldWhole, told) = (telling.value.fields.toldWhole, telling.value.fields.told)
        fields.take(
          toldWhole.subtracting(whole).union(told.subtracting(any)), from: telling.value.fields)
        whole.formUnion(toldWhole)
        any.formUnion(told)
      }
    }.withoutPartOfPrice
  }

  /// Returns the tellings with another value of the newest one, if it has this trust.
  func mappingNewest(of trust: Trust, _ derive: (Purchase) -> Purchase) -> PurchaseTellings {
    guard newest.assertion.trust == trust else { return self }
    var tellings = self
    tellings.all[0] = newest.mapped(derive)
    return tellings
  }

  /// Returns the tellings with the kind of the product where they leave it out.
  func naming(_ type: ProductType) -> PurchaseTellings {
    var tellings = self
    tellings.all = all.map { telling in
      telling.mapped { purchase in
        purchase.type == .untold ? purchase.changed { $0.type = type } : purchase
      }
    }
    return tellings
  }
}

extension Purchase {
  /// The purchase without a price that has no currency, or a currency without a price: they tell nothing.
  fileprivate var withoutPartOfPrice: Purchase {
    guard (price == nil) != (currency == nil) else { return self }
    return changed { ($0.price, $0.currency) = (nil, nil) }
  }
}
