/// An offer of any kind in a `.storekit` file.
struct StoreKitOffer: Decodable {
  private let offerID: String?
  private let referenceName: String?
  private let paymentMode: String?
  private let subscriptionPeriod: String?
  private let numberOfPeriods: Int?
  private let displayPrice: String?

  func offer(_ kind: StoreOffer.Kind, _ fields: StoreKitFields) throws(CatalogError) -> StoreOffer {
    let mode = try mode(fields)
    let period = try fields.period(subscriptionPeriod, "subscriptionPeriod")
    let periods = try fields.positive(numberOfPeriods ?? 1, "numberOfPeriods")
    let paysAsItGoes = mode == .payAsYouGo
    return StoreOffer(
      kind, id: try id(kind, fields), mode: mode,
      period: paysAsItGoes ? period : CalendarPeriod(period.count * periods, period.unit),
      periods: paysAsItGoes ? periods : 1,
      priceMilliunits: mode == .freeTrial ? 0 : try fields.price(displayPrice, "displayPrice"))
  }

  /// Returns the offer's id. Xcode gives offer codes no id, so their reference name serves as one.
  private func id(
    _ kind: StoreOffer.Kind, _ fields: StoreKitFields
  ) throws(CatalogError) -> String? {
    switch kind {
    case .introductory: nil
    case .promotional, .winBack: try fields.text(offerID, "offerID")
    case .offerCode: try fields.text(offerID ?? referenceName, "referenceName")
    }
  }

  private func mode(_ fields: StoreKitFields) throws(CatalogError) -> StoreOffer.Mode {
    switch paymentMode {
    case "free": .freeTrial
    case "payAsYouGo": .payAsYouGo
    case "payUpFront": .payUpFront
    default: throw fields.error("paymentMode", "must be free, payAsYouGo or payUpFront")
    }
  }
}
