/// A charge of a subscription whose days or rate are uncertain, as Apple's sales files may divide it.
package struct UncertainCharge: Hashable, Sendable {
  package let key: Sold.Key
  /// The units of the charge by the ledger's own facts.
  package let part: SoldPart

  package init(_ key: Sold.Key, part: SoldPart) {
    (self.key, self.part) = (key, part)
  }
}

/// The result of comparing the rate of an uncertain charge with Apple's.
package enum RateFinding: Hashable, Sendable {
  case confirmed
  case refuted
  case undetermined(Reason)

  package enum Reason: String, CaseIterable, Sendable {
    /// Apple's file of the day is missing.
    case missingFile = "no file of Apple's"
    /// Several apps have the product id, and no kept file tells the app of Apple's rows.
    case undivided = "not divided among apps: import SALES files and give each app's appAppleId"
    /// No source told the price, by which Apple divides its rows.
    case noPrice = "no price is known"
    /// Apple's file has another number of such units than the ledger.
    case otherNumber = "another number of units"
    /// Apple's rates do not agree with the charges about which there is no doubt.
    case otherCertain = "certain charges differ"
    /// Apple paid some of several uncertain charges after a year, and they differ in nothing that Apple
    /// tells.
    case someOfSeveral = "some of several charges"
  }
}
