import Ledger
import Reports

/// The dimensions by which subscribers are counted apart.
struct SubscriberKey: Hashable, Comparable {
  let product: String?
  let group: String?
  let storefront: String?

  init(
    _ period: ServicePeriod, of group: SubscriptionGroupID, by dimensions: Set<ReportDimension>
  ) {
    product = dimensions.contains(.product) ? period.productID.rawValue : nil
    self.group = dimensions.contains(.group) ? group.rawValue : nil
    storefront = dimensions.contains(.storefront) ? period.storefront : nil
  }

  var values: [Report.Value] { [.text(product), .text(group), .text(storefront)] }

  private var texts: [String] { [product, group, storefront].map { $0 ?? "" } }

  static func < (left: SubscriberKey, right: SubscriberKey) -> Bool {
    left.texts.lexicographicallyPrecedes(right.texts)
  }
}
