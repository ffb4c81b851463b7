/// The publication of Apple's terms for an environment: the rates by storefront and date, the
/// length of a year of paid service, and the longest gap that keeps it.
///
/// They replace earlier terms, and every rate that changes is corrected.
package struct TermsPublished: SharedContent, Codable {
  package let environment: StoreEnvironment
  package let terms: CommissionTerms
  package let settings: TenureSettings
  package let publishedAt: Instant

  package init(
    environment: StoreEnvironment = .production, terms: CommissionTerms = .standard,
    settings: TenureSettings = .apple, publishedAt: Instant
  ) {
    self.environment = environment
    self.terms = terms
    self.settings = settings
    self.publishedAt = publishedAt
  }

  package static var type: EventType { .termsPublished }
  package var assertedAt: Instant { publishedAt }

  package var digest: Digest {
    var form = CanonicalForm(9)
    form.add(1, environment.rawValue)
    form.add(6, publishedAt)
    form.add(15, settings.yearOfService.milliseconds)
    form.add(16, settings.gapMax.milliseconds)
    for row in terms.rows { form.add(row) }
    return form.digest
  }
}

extension CanonicalForm {
  fileprivate mutating func add(_ row: CommissionTerm) {
    add(20, row.name)
    for storefront in row.storefronts ?? [] { add(21, storefront) }
    add(22, row.storefronts == nil)
    add(23, row.productType)
    add(24, row.program)
    add(25, row.isAfterAYear)
    add(26, row.validFrom)
    add(27, row.validUntil)
    add(28, Int64(row.thousandths))
  }
}
