/// The names of fields in stored states, each with the number that stands for it.
///
/// Numbers are stored: names are only ever added at the end. A name that is not here is stored as it
/// is, and costs its length.
enum StateKeys {
  private static let names = [
    "chain", "environment", "originalTransactionID", "bundleID", "ownership", "ownershipChange",
    "posts", "transactions", "renewal", "account", "event", "owners", "decidedAt", "cause",
    "isSigned", "transactionID", "newestPurchase", "unsigned", "newestExpiry", "newestUpgrade",
    "newestRevocation", "earliestExpiry", "earliestUpgrade", "revocationHistory", "firstCopy",
    "value", "assertion", "trust", "assertedAt", "digest", "revocations", "absences",
    "receiptAbsences", "newest", "reversedForCopyAt", "tellings", "productID", "type",
    "subscriptionGroupID", "purchaseDate", "originalPurchaseDate", "quantity", "reason",
    "storefront", "storefrontID", "price", "currency", "offer", "webOrderLineItemID",
    "appAccountToken", "appTransactionID", "previousOriginalTransactionID", "billingPlanType",
    "commitment", "bundle", "download", "newestPlan", "newestGrace", "newestRetry",
    "newestIntent", "newestConsent", "newestOffer", "graceHistory", "percentage", "date",
    "identifier", "discountType", "period", "periods", "present", "absent", "silent", "_0",
    "kept", "doublings", "denials", "moments", "given", "lastAssertedAt", "expiresDate",
    "renewalDate", "autoRenew", "autoRenewProductID", "renewalPrice", "renewalBillingPlanType",
    "recentSubscriptionStartDate", "eligibleWinBackOfferIDs", "originalVersion",
    "originalPlatform", "preorderDate", "newestStatus", "statusHistory", "status",
    "all", "details", "toldOwnership", "toldQuantity", "firstExpiries",
  ]
  private static let numbers = Dictionary(
    uniqueKeysWithValues: names.enumerated().map { ($1, UInt8($0 + 1)) })

  /// A set of numbers of names.
  struct Numbers {
    private var low: UInt128 = 0
    private var high: UInt128 = 0

    mutating func insert(_ number: UInt8) {
      if number < 128 { low |= 1 << number } else { high |= 1 << (number - 128) }
    }

    func contains(_ number: UInt8) -> Bool {
      number < 128 ? low & 1 << number != 0 : high & 1 << (number - 128) != 0
    }
  }

  /// Returns the number of a name, from 1; nil if it has none.
  static func number(of name: String) -> UInt8? { numbers[name] }

  /// Returns the name with a number.
  static func name(of number: UInt8) -> String? {
    names.indices.contains(Int(number) - 1) ? names[Int(number) - 1] : nil
  }
}
