/// Apple's settlement of a fiscal month for an app in production, as one kept file of Apple's tells it.
///
/// A later settlement of the same days replaces the earlier one.
package struct SettlementRecorded: SharedContent {
  package let bundleID: BundleID
  package let settlement: SettledMonth
  package let recordedAt: Instant

  package init(bundleID: BundleID, settlement: SettledMonth, recordedAt: Instant) {
    self.bundleID = bundleID
    self.settlement = settlement
    self.recordedAt = recordedAt
  }

  package static var type: EventType { .settlementRecorded }
  package var assertedAt: Instant { recordedAt }

  package var digest: Digest {
    var form = CanonicalForm(27)
    form.add(3, bundleID)
    form.add(6, recordedAt)
    form.add(80, settlement.days.lowerBound.description)
    form.add(81, settlement.days.upperBound.description)
    form.add(82, settlement.file.hexadecimal)
    for (place, amount) in settlement.amounts.sorted(by: { $0.key < $1.key }) {
      form.add(83, place.productID)
      form.add(84, place.storefront)
      form.add(85, place.currency)
      form.add(86, amount)
    }
    return form.digest
  }
}
