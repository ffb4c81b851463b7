package import Ledger

/// A comparison of the ledger's subscriptions with those of Apple's files, by Pacific day, product,
/// storefront and count.
package struct SubscriptionComparison: Sendable {
  /// The numbers of one place, or the sum of several, and what became of the comparison.
  package struct Finding: Hashable, Sendable {
    package enum Result: String, CaseIterable, Sendable {
      /// The sum of all places at which both sides have the same number.
      case same = "the same"
      case different
      /// Apple's file of the day is not there: the sum of the ledger's numbers of that day.
      case missingFile = "no file of Apple's"
      /// Several apps have the product id, and no kept file tells the app of Apple's rows: the sum of the
      /// time.
      case undivided = "not divided among apps: import SALES files and give each app's appAppleId"
      /// No sales file tells which product Apple's number is, or the ledger has no such events: the sum
      /// of the time.
      case notCompared = "not compared"
    }

    package let result: Result
    package let kind: AppleReportKind
    /// The name of the number, or Apple's name of an event.
    package let name: String
    package var day: CivilDate?
    package var product: String?
    package var storefront: String?
    package var ledger: Int64?
    package var apple: Int64?

    fileprivate init(
      _ result: Result, _ count: SubscriptionCount, day: CivilDate? = nil, product: String? = nil
    ) {
      (self.result, kind, name) = (result, count.kind, count.rawValue)
      (self.day, self.product) = (day, product)
    }

    /// Numbers that differ.
    fileprivate init(_ key: SubscriptionCounts.Key, ledger: Int64, apple: Int64) {
      self.init(.different, key.count, day: key.day, product: key.product)
      storefront = key.storefront
      (self.ledger, self.apple) = (ledger, apple)
    }

    /// Events that the ledger does not have.
    fileprivate init(event: String, _ number: Int64) {
      (result, kind, name) = (.notCompared, .subscriptionEvent, event)
      apple = number
    }
  }

  private let ledger: SubscriptionCounts
  private let apple: SubscriptionCounts
  private let days: [AppleReportKind: Set<CivilDate>]
  private let products: Set<String>
  private let undivided: Set<String>

  /// - Parameters:
  ///   - days: the days of which Apple's file is there, by kind.
  ///   - products: the products whose numbers at Apple are known.
  ///   - undivided: the products with numbers at Apple that belong to one of several apps.
  package init(
    ledger: SubscriptionCounts, apple: SubscriptionCounts,
    days: [AppleReportKind: Set<CivilDate>], products: Set<String>, undivided: Set<String> = []
  ) {
    (self.ledger, self.apple) = (ledger, apple)
    (self.days, self.products, self.undivided) = (days, products, undivided)
  }

  /// The findings, those that agree first.
  package var findings: [Finding] {
    var different: [Finding] = []
    let isEachNamed = apple.numbers.keys.allSatisfy { products.contains($0.product) }
    var (same, missing, unknown, ofSeveral) = (Sums(), Sums(), Sums(), Sums())
    for key in Set(ledger.numbers.keys).union(apple.numbers.keys).sorted(by: { $0.order < $1.order }
    ) {
      let (own, told) = (ledger.numbers[key] ?? 0, apple.numbers[key] ?? 0)
      if days[key.count.kind]?.contains(key.day) != true {
        missing.add(own, told, to: Finding(.missingFile, key.count, day: key.day))
      } else if undivided.contains(key.product) {
        ofSeveral.add(own, told, to: Finding(.undivided, key.count, product: key.product))
      } else if !isEachNamed, !products.contains(key.product) {
        unknown.add(
          own, told,
          to: Finding(.notCompared, key.count, product: key.product))
      } else if own == told {
        same.add(own, told, to: Finding(.same, key.count))
      } else {
        different.append(
          Finding(key, ledger: own, apple: told))
      }
    }
    let events = apple.otherEvents.sorted { $0.key < $1.key }.map { Finding(event: $0, $1) }
    return same.findings + different + missing.findings + ofSeveral.findings + unknown.findings
      + events
  }

  /// Sums of findings, each without its numbers.
  private struct Sums {
    private var sums: [Finding: (ledger: Int64, apple: Int64)] = [:]
    private var order: [Finding] = []

    mutating func add(_ own: Int64, _ told: Int64, to place: Finding) {
      if sums[place] == nil { order.append(place) }
      let known = sums[place] ?? (0, 0)
      sums[place] = (known.ledger + own, known.apple + told)
    }

    /// The findings with their sums. The side that has no number is nil.
    var findings: [Finding] {
      order.map { place in
        var finding = place
        let sum = sums[place] ?? (0, 0)
        finding.ledger = place.result == .notCompared && sum.ledger == 0 ? nil : sum.ledger
        finding.apple = place.result != .same && sum.apple == 0 ? nil : sum.apple
        return finding
      }
    }
  }
}
