/// Apple's rates as dated data, never as constants in a rule.
package struct CommissionTerms: Hashable, Sendable, Codable {
  package var rows: [CommissionTerm]

  package init(rows: [CommissionTerm]) {
    self.rows = rows
  }

  /// What holds everywhere unless a storefront has terms of its own. When a programme holds is said
  /// by the memberships. Source: `appstore/subscription-rules.md` §1.
  package static let standard = CommissionTerms(rows: [
    CommissionTerm("standard", thousandths: 300),
    CommissionTerm("after a year", isAfterAYear: true, thousandths: 150),
    CommissionTerm("small business", programme: Programme.smallBusiness, thousandths: 150),
  ])

  /// These and more, for example of some storefronts.
  package func adding(_ more: [CommissionTerm]) -> CommissionTerms {
    CommissionTerms(rows: rows + more)
  }

  /// The row that decides: a storefront's own row takes the place of the general one for the same
  /// programme and year; of what remains, the lowest rate. Of equal rates the one that needs no
  /// programme, then the lesser name.
  func deciding(_ question: Question) -> CommissionTerm? {
    let applying = rows.filter { $0.applies(to: question) }
    let local = Set(applying.filter { $0.storefronts != nil }.map(\.slot))
    return
      applying
      .filter { $0.storefronts != nil || !local.contains($0.slot) }
      .min { $0.rank < $1.rank }
  }

  /// What rows are asked about.
  struct Question {
    let chargedAt: Instant
    let storefront: String?
    let productType: ProductType
    let isAfterAYear: Bool
    let programmes: Set<String>
  }
}

/// One rate and the conditions under which it holds; a condition left out holds always.
package struct CommissionTerm: Hashable, Sendable, Codable {
  package var name: String
  /// Apple's three-letter codes, ascending.
  package let storefronts: [String]?
  package var productType: ProductType?
  package var programme: String?
  /// Only for subscriptions after a year of paid service.
  package var isAfterAYear: Bool
  package var validFrom: Instant?
  /// The first moment at which it no longer holds.
  package var validUntil: Instant?
  /// 300 is 30 %.
  package var thousandths: Int

  package init(
    _ name: String, storefronts: Set<String>? = nil, productType: ProductType? = nil,
    programme: String? = nil, isAfterAYear: Bool = false, validFrom: Instant? = nil,
    validUntil: Instant? = nil, thousandths: Int
  ) {
    self.name = name
    self.storefronts = storefronts?.sorted()
    self.productType = productType
    self.programme = programme
    self.isAfterAYear = isAfterAYear
    self.validFrom = validFrom
    self.validUntil = validUntil
    self.thousandths = thousandths
  }

  fileprivate func applies(to charge: CommissionTerms.Question) -> Bool {
    let isHere = storefronts.map { storefronts in
      charge.storefront.map(storefronts.contains) ?? false
    }
    return isHere ?? true
      && productType.map { $0 == charge.productType } ?? true
      && programme.map(charge.programmes.contains) ?? true
      && (!isAfterAYear || charge.isAfterAYear)
      && validFrom.map { $0 <= charge.chargedAt } ?? true
      && validUntil.map { charge.chargedAt < $0 } ?? true
  }

  /// What a storefront's row and a general one have in common where one takes the other's place.
  fileprivate struct Slot: Hashable {
    let programme: String?
    let isAfterAYear: Bool
  }

  fileprivate var slot: Slot { Slot(programme: programme, isAfterAYear: isAfterAYear) }

  fileprivate var rank: (Int, Int, String, String) {
    (thousandths, programme == nil ? 0 : 1, name, programme ?? "")
  }

  /// Why a charge has this rate.
  func reason(for productType: ProductType) -> CommissionRate.Reason {
    if storefronts != nil { return .storefrontTerms(name) }
    if let programme { return .programme(programme) }
    if isAfterAYear { return .afterAYear }
    return productType == .autoRenewable ? .firstYear : .notASubscription
  }
}
