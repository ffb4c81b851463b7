import AppStoreSimulator
import Foundation
import Testing

struct StoreCatalogTests {
  private func read(_ json: String) throws -> StoreCatalog {
    try StoreCatalog(storeKitFile: Data(json.utf8))
  }

  private func rejection(_ json: String) -> String? {
    do {
      _ = try read(json)
      return nil
    } catch {
      return String(describing: error)
    }
  }

  /// Returns a file of one subscription, with these fields beside its id.
  private func file(subscription fields: String) -> String {
    """
    {"subscriptionGroups": [{"id": "7", "subscriptions": [{"productID": "gold", \(fields)}]}]}
    """
  }

  private let monthly =
    #""displayPrice": "4.99", "groupNumber": 1, "recurringSubscriptionPeriod": "P1M""#

  private func offers(_ fields: String) throws -> [StoreOffer] {
    try #require(read(file(subscription: "\(monthly), \(fields)"))["gold"]?.plan).offers
  }

  @Test func `one-time products keep the order of the file`() throws {
    let catalog = try read(
      """
      {"identifier": "1", "version": {"major": 3, "minor": 0}, "settings": {"_timeRate": 3},
       "nonRenewingSubscriptions": [
         {"productID": "pass", "displayPrice": "12.5", "type": "NonRenewingSubscription"}],
       "products": [
         {"productID": "map", "type": "NonConsumable", "displayPrice": "0.0",
          "familyShareable": true, "localizations": []},
         {"productID": "coin", "type": "Consumable", "displayPrice": "0.99",
          "familyShareable": false}]}
      """)
    #expect(
      catalog.products == [
        Product(id: "map", kind: .nonConsumable, priceMilliunits: 0, isFamilyShareable: true),
        Product(id: "coin", kind: .consumable, priceMilliunits: 990),
        Product(id: "pass", kind: .nonRenewing, priceMilliunits: 12_500),
      ])
    #expect(catalog["coin"]?.kind == .consumable)
    #expect(catalog["sword"] == nil)
  }

  @Test func `a subscription has its group, level and period`() throws {
    let catalog = try read(
      """
      {"subscriptionGroups": [
        {"id": "7", "name": "All", "subscriptions": [
          {"productID": "gold", "displayPrice": "89.99", "familyShareable": true, "groupNumber": 2,
           "subscriptionGroupID": "8", "recurringSubscriptionPeriod": "P1Y",
           "introductoryOffer": null, "type": "RecurringSubscription"},
          {"productID": "tin", "displayPrice": "1", "groupNumber": 3,
           "recurringSubscriptionPeriod": "P1W"}]},
        {"id": "9", "subscriptions": []}]}
      """)
    let gold = Product.Plan(group: "8", level: 2, period: CalendarPeriod(1, .year))
    let tin = Product.Plan(group: "7", level: 3, period: CalendarPeriod(1, .week))
    #expect(
      catalog.products == [
        Product(
          id: "gold", kind: .autoRenewable, priceMilliunits: 89_990, isFamilyShareable: true,
          plan: gold),
        Product(id: "tin", kind: .autoRenewable, priceMilliunits: 1_000, plan: tin),
      ])
  }

  @Test(arguments: [
    #""introductoryOffer": {"paymentMode": "free", "numberOfPeriods": 1, "subscriptionPeriod": "P3D"}"#,
    #""introductoryOffers": [{"paymentMode": "free", "subscriptionPeriod": "P3D"}]"#,
    #""introductoryOffer": null, "introductoryOffers": [{"paymentMode": "free", "displayPrice": "0.00", "subscriptionPeriod": "P3D"}]"#,
  ])
  func `an introductory offer stands alone or in a list`(fields: String) throws {
    #expect(
      try offers(fields) == [
        StoreOffer(
          .introductory, id: nil, mode: .freeTrial, period: CalendarPeriod(3, .day),
          priceMilliunits: 0)
      ])
  }

  @Test func `an empty list of introductory offers is none`() throws {
    #expect(try offers(#""introductoryOffers": [], "winbackOffers": []"#).isEmpty)
  }

  @Test func `offers of every kind are read, a code by its name if it has no id`() throws {
    let offers = try offers(
      """
      "adHocOffers": [{"offerID": "half", "paymentMode": "payAsYouGo", "numberOfPeriods": 3,
        "subscriptionPeriod": "P1M", "displayPrice": "2.49", "referenceName": "Half"}],
      "codeOffers": [
        {"referenceName": "SUMMER", "eligibility": ["new"], "paymentMode": "payUpFront",
         "subscriptionPeriod": "P3M", "displayPrice": "9.99"},
        {"referenceName": "WINTER", "offerID": "winter", "paymentMode": "free",
         "subscriptionPeriod": "P2W"}],
      "winbackOffers": [{"offerID": "back", "paymentMode": "free", "subscriptionPeriod": "P1W"}]
      """)
    let month = CalendarPeriod(1, .month)
    #expect(
      offers == [
        StoreOffer(
          .promotional, id: "half", mode: .payAsYouGo, period: month, periods: 3,
          priceMilliunits: 2_490),
        StoreOffer(
          .offerCode, id: "SUMMER", mode: .payUpFront, period: CalendarPeriod(3, .month),
          priceMilliunits: 9_990),
        StoreOffer(
          .offerCode, id: "winter", mode: .freeTrial, period: CalendarPeriod(2, .week),
          priceMilliunits: 0),
        StoreOffer(
          .winBack, id: "back", mode: .freeTrial, period: CalendarPeriod(1, .week),
          priceMilliunits: 0),
      ])
  }

  @Test func `what is paid at once is one long period`() throws {
    let offers = try offers(
      """
      "introductoryOffer": {"paymentMode": "payUpFront", "numberOfPeriods": 3,
        "subscriptionPeriod": "P2M", "displayPrice": "9.99"}
      """)
    #expect(
      offers == [
        StoreOffer(
          .introductory, id: nil, mode: .payUpFront, period: CalendarPeriod(6, .month),
          priceMilliunits: 9_990)
      ])
  }

  @Test(arguments: [
    ("0.99", 990), ("0.07", 70), ("1.1", 1_100), ("4.350", 4_350), ("0.001", 1), ("100", 100_000),
    ("1234567.89", 1_234_567_890), ("999999999.999", 999_999_999_999),
  ])
  func `a price is exact`(text: String, milliunits: Int64) throws {
    let product = #"{"productID": "coin", "type": "Consumable", "displayPrice": "\#(text)"}"#
    #expect(
      try read(#"{"products": [\#(product)]}"#)["coin"]?.priceMilliunits == milliunits)
  }

  @Test(arguments: ["", "free", "-1", "4,99", "4.99 USD", "1e3", "0.0001", ".5", "5.", "١"])
  func `what is no price is rejected`(text: String) {
    let product = #"{"productID": "coin", "type": "Consumable", "displayPrice": "\#(text)"}"#
    #expect(
      rejection(#"{"products": [\#(product)]}"#)
        == "displayPrice of product coin must be an amount such as 4.99.")
  }

  @Test(arguments: [
    ("", "The catalog must be a .storekit file as Xcode saves it."),
    ("[]", "The catalog must be a .storekit file as Xcode saves it."),
    ("{}", "The catalog must have at least one product."),
    (
      #"{"products": [{"displayPrice": "1"}]}"#,
      "type must be Consumable or NonConsumable."
    ),
    (
      #"{"products": [{"type": "Consumable", "displayPrice": "1"}]}"#,
      "productID must be given for every product."
    ),
    (
      #"{"products": [{"productID": "coin", "type": "Coin", "displayPrice": "1"}]}"#,
      "type of product coin must be Consumable or NonConsumable."
    ),
    (
      #"{"products": [{"productID": "coin", "type": "Consumable", "displayPrice": 1}]}"#,
      "products[0].displayPrice must be as Xcode saves it, not of another type."
    ),
    (
      #"{"nonRenewingSubscriptions": [{"productID": "a", "displayPrice": "1"}, {"productID": "a", "displayPrice": "2"}]}"#,
      "Product a must be in the file only once."
    ),
  ])
  func `an error says what has to stand where`(json: String, sentence: String) {
    #expect(rejection(json) == sentence)
  }

  @Test(arguments: [
    (
      #""displayPrice": "1", "recurringSubscriptionPeriod": "P1M""#,
      "groupNumber of product gold must be a number from 1 to 1000."
    ),
    (
      #""displayPrice": "1", "groupNumber": 1, "recurringSubscriptionPeriod": "monthly""#,
      "recurringSubscriptionPeriod of product gold must be a period such as P1M."
    ),
  ])
  func `an error names the subscription and its field`(fields: String, sentence: String) {
    #expect(rejection(file(subscription: fields)) == sentence)
  }

  @Test(arguments: [
    (
      #""introductoryOffer": {"paymentMode": "later", "subscriptionPeriod": "P1M"}"#,
      "introductoryOffer.paymentMode of product gold must be free, payAsYouGo or payUpFront."
    ),
    (
      #""adHocOffers": [{"paymentMode": "free", "subscriptionPeriod": "P1M"}]"#,
      "adHocOffers.offerID of product gold must not be empty."
    ),
    (
      #""codeOffers": [{"paymentMode": "free", "subscriptionPeriod": "P1M"}]"#,
      "codeOffers.referenceName of product gold must not be empty."
    ),
    (
      #""winbackOffers": [{"offerID": "a", "paymentMode": "payUpFront", "subscriptionPeriod": "P1M"}]"#,
      "winbackOffers.displayPrice of product gold must be an amount such as 4.99."
    ),
    (
      #""introductoryOffers": [{"paymentMode": "free", "subscriptionPeriod": "P1M", "numberOfPeriods": 0}]"#,
      "introductoryOffer.numberOfPeriods of product gold must be a number from 1 to 1000."
    ),
  ])
  func `an error names the offer's field`(fields: String, sentence: String) {
    #expect(rejection(file(subscription: "\(monthly), \(fields)")) == sentence)
  }
}
