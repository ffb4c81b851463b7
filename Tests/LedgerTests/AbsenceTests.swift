import Ledger
import Testing

/// A copy that leaves out a field of a purchase says nothing about it, whenever it comes.
struct AbsenceTests {
  private static let told = EveryField().facts
  private static let places = Array(told.indices)

  @Test func `every optional field has a place among the fields`() {
    let optional = Self.told.map { Self.optionalFields($0.purchase.fields) }
    let names = Set(optional.flatMap(\.keys))
    #expect(names.count > 15)
    #expect(names.allSatisfy { name in optional.contains { $0[name] == true } })
    var none = Self.told.map(\.purchase.fields)
    for index in none.indices {
      for field in PurchaseFieldSet.all { none[index].omit(field) }
      #expect(none[index].type == .untold)
      #expect(!Self.optionalFields(none[index]).values.contains(true))
    }
  }

  /// Returns for each optional field of a purchase whether it is told.
  private static func optionalFields(_ fields: Purchase.Fields) -> [String: Bool] {
    let children = Mirror(reflecting: fields).children.compactMap { child -> (String, Bool)? in
      let value = Mirror(reflecting: child.value)
      guard let name = child.label, value.displayStyle == .optional else { return nil }
      return (name, !value.children.isEmpty)
    }
    return Dictionary(children) { first, _ in first }
  }

  @Test(arguments: PurchaseFieldSet.all)
  func `a field that no copy tells changes the answers`(field: PurchaseFieldSet) throws {
    let answers = try EveryField.answers(EveryField().without(field))
    #expect(try answers != EveryField.answers(Self.told))
  }

  @Test(arguments: PurchaseFieldSet.all, [Trust.signed, .receipt])
  func `a later copy without a field changes no answer in any order`(
    field: PurchaseFieldSet, trust: Trust
  ) throws {
    let answers = try EveryField.answers(Self.told)
    for place in Self.places {
      let copy = Self.told[place].omitting(at: day(140), trust: trust) { $0.omit(field) }
      try expectNothing(of: copy, beside: answers)
    }
  }

  /// A price without a currency, a country without its id, and an offer without its length.
  @Test func `a later copy that tells a part of a field changes no answer in any order`() throws {
    let answers = try EveryField.answers(Self.told)
    for place in Self.places {
      let parts: [(inout Purchase.Fields) -> Void] = [
        { ($0.price, $0.currency) = ($0.price.map { _ in 1 }, nil) },
        { ($0.storefront, $0.storefrontID) = ($0.storefront.map { _ in "FRA" }, nil) },
        { $0.offer = $0.offer.map { Offer(type: $0.type) } },
      ]
      for part in parts {
        let copy = Self.told[place].omitting(at: day(140), trust: .signed, part)
        try expectNothing(of: copy, beside: answers)
      }
    }
  }

  /// Xcode tells "0" for the purchase of a period, which names none.
  @Test(arguments: ["0", ""])
  func `a later copy that names no purchase of the period changes no answer`(item: String) throws {
    let answers = try EveryField.answers(Self.told)
    let named = Self.places.filter { Self.told[$0].purchase.webOrderLineItemID != nil }
    #expect(!named.isEmpty)
    for place in named {
      let copy = Self.told[place].omitting(at: day(140), trust: .signed) {
        $0.webOrderLineItemID = item
      }
      try expectNothing(of: copy, beside: answers)
    }
  }

  @Test func `a later copy without an expiry changes no answer in any order`() throws {
    let answers = try EveryField.answers(Self.told)
    for fact in Self.told {
      let copy = TransactionFact(
        chain: fact.chain, transactionID: fact.transactionID, purchase: fact.purchase,
        expiresDate: .absent, isUpgraded: fact.isUpgraded, revocation: fact.revocation,
        trust: .signed, assertedAt: day(140))
      try expectNothing(of: copy, beside: answers)
    }
  }

  @Test func `a later copy without kind and share of a refund changes no answer in any order`()
    throws
  {
    let answers = try EveryField.answers(Self.told)
    let refunded = try #require(Self.told.first { $0.revocation.value != nil })
    let revocation = try #require(refunded.revocation.value)
    let copy = TransactionFact(
      chain: refunded.chain, transactionID: refunded.transactionID, purchase: refunded.purchase,
      expiresDate: refunded.expiresDate, isUpgraded: refunded.isUpgraded,
      revocation: .present(Revocation(date: revocation.date)), trust: .signed, assertedAt: day(140))
    try expectNothing(of: copy, beside: answers)
  }

  /// Expects the same answers whether the copy comes last, first or in between, and no entry after the books
  /// of the other facts.
  private func expectNothing(
    of copy: TransactionFact, beside answers: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for place in [0, Self.told.count / 2, Self.told.count] {
      var facts = Self.told
      facts.insert(copy, at: place)
      let found = try EveryField.answers(facts)
      #expect(
        found == answers, "\(copy.transactionID), \(place)", sourceLocation: sourceLocation)
      let reversed = try EveryField.answers(facts.reversed())
      #expect(
        reversed == answers, "\(copy.transactionID), \(place)", sourceLocation: sourceLocation)
    }
    let closed = EveryField.journal(EveryField.events(Self.told))
    let later = EveryField.journal(EveryField.events(Self.told + [copy]))
    #expect(later == closed, "\(copy.transactionID)", sourceLocation: sourceLocation)
  }
}
