/// Apple's commission rates as dated data, never as constants in a rule.
package struct CommissionTerms: Hashable, Sendable, Codable {
  package var rows: [CommissionTerm]

  package init(rows: [CommissionTerm]) {
    self.rows = rows
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rows = try container.decode([CommissionTerm].self, forKey: .rows)
    guard rows.allSatisfy({ CommissionRate.range.contains($0.thousandths) }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .rows, in: container, debugDescription: "a rate lies between nothing and all")
    }
  }

  /// The terms of every storefront without terms of its own. The dates of a program come from the
  /// memberships. Source: `appstore/subscription-rules.md` §1.
  package static let standard = CommissionTerms(rows: [
    CommissionTerm("standard", thousandths: 300),
    CommissionTerm("after a year", isAfterAYear: true, thousandths: 150),
    CommissionTerm("small business", program: Program.smallBusiness, thousandths: 150),
  ])

  /// Returns these terms with additional rows, for example for some storefronts.
  package func adding(_ more: [CommissionTerm]) -> CommissionTerms {
    CommissionTerms(rows: rows + more)
  }

  /// Returns the row that decides. A storefront's own row replaces the general one for the same
  /// program and year. Of the remaining rows the lowest rate decides; of equal rates the one
  /// without a program, then the lesser name.
  func deciding(_ question: Question) -> CommissionTerm? {
    let applying = rows.filter { $0.applies(to: question) }
    let local = Set(applying.filter { $0.storefronts != nil }.map(\.slot))
    return
      applying
      .filter { $0.storefronts != nil || !local.contains($0.slot) }
      .min { $0.rank < $1.rank }
  }

  /// The circumstances of a charge against which rows are matched.
  struct Question {
    let chargedAt: Instant
    let storefront: String?
    let productType: ProductType
    let isAfterAYear: Bool
    let programs: Set<String>
  }
}

/// One rate and its conditions; an omitted condition is always met.
package struct CommissionTerm: Hashable, Sendable, Codable {
  package var name: String
  /// The storefronts by Apple's three-letter codes, ascending.
  package let storefronts: [String]?
  package var productType: ProductType?
  package var program: String?
  /// True if the row applies only to subscriptions after a year of paid service.
  package var isAfterAYear: Bool
  package var validFrom: Instant?
  /// The first moment at which the row no longer applies.
  package var validUntil: Instant?
  /// The rate in thousandths: 300 is 30 %.
  package var thousandths: Int

  /// The stored spelling.
  private enum CodingKeys: String, CodingKey {
    case name, storefronts, productType, isAfterAYear, validFrom, validUntil, thousandths
    case program = "programme"
  }

  package init(
    _ name: String, storefronts: Set<String>? = nil, productType: ProductType? = nil,
    program: String? = nil, isAfterAYear: Bool = false, validFrom: Instant? = nil,
    validUntil: Instant? = nil, thousandths: Int
  ) {
    self.name = name
    self.storefronts = storefronts?.sorted()
    self.productType = productType
    self.program = program
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
      && program.map(charge.programs.contains) ?? true
      && (!isAfterAYear || charge.isAfterAYear)
      && validFrom.map { $0 <= charge.chargedAt } ?? true
      && validUntil.map { charge.chargedAt < $0 } ?? true
  }

  /// The conditions that a storefront's row must share with a general row to replace it.
  fileprivate struct Slot: Hashable {
    let program: String?
    let isAfterAYear: Bool
  }

  fileprivate var slot: Slot { Slot(program: program, isAfterAYear: isAfterAYear) }

  fileprivate var rank: (Int, Int, String, String) {
    (thousandths, program == nil ? 0 : 1, name, program ?? "")
  }

  /// Returns the reason that a charge under this row has.
  func reason(for productType: ProductType) -> CommissionRate.Reason {
    if storefronts != nil { return .storefrontTerms(name) }
    if let program { return .program(program) }
    if isAfterAYear { return .afterAYear }
    return productType == .autoRenewable ? .firstYear : .notASubscription
  }
}
