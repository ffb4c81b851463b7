import Ledger
import Reports

/// A line of commission, as printed.
struct CommissionBody: Encodable {
  private let number: Int
  private let transactionId: String
  private let learntAt: String
  private let because: String
  private let corrects: Int?
  private let chargedAt: String?
  private let price: Int64?
  private let currency: String?
  private let rate: String?
  private let rateReason: String?
  private let commission: Int64?

  init(_ line: CommissionLine, _ taxes: ChargeTaxes) {
    number = line.number
    transactionId = line.transactionID.rawValue
    learntAt = line.learntAt.description
    because = line.because.description
    corrects = line.correction?.corrects
    chargedAt = line.charge?.chargedAt.description
    price = line.charge?.price
    currency = line.charge?.currency
    rate = line.rate?.description
    rateReason = line.rate?.reason.description
    commission = line.commission(taxes)
  }
}

extension CommissionLine {
  /// The charge, the rate of Apple's commission and its reason, and the moment it was learned, as a sentence.
  var sentence: String {
    let corrected = correction.map { " (corrects line \($0.corrects))" } ?? ""
    let known = "learned \(learntAt) from event \(because)\(corrected)"
    guard let charge else { return "  \(number)  \(transactionID)  nothing was charged, \(known)" }
    let price = Milliunits.text(charge.price, charge.currency)
    guard let rate else {
      return
        "  \(number)  \(transactionID)  \(charge.chargedAt)  \(price), no terms apply, \(known)"
    }
    return "  \(number)  \(transactionID)  \(charge.chargedAt)  \(price) at \(rate.percent), "
      + "because \(rate.reason.sentence); \(known)"
  }
}

extension CommissionRate {
  /// The rate as text, such as 30 % or 12.5 %.
  var percent: String {
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 10)
    return rest == 0 ? "\(whole) %" : "\(whole).\(rest) %"
  }
}

extension CommissionRate.Reason {
  /// The reason as the end of a sentence.
  var sentence: String {
    switch self {
    case .firstYear: "a year of paid service had not been reached"
    case .afterAYear: "a year of paid service had been reached"
    case .program(let name): "the program \(name) was in force"
    case .storefrontTerms(let name): "the terms \(name) hold in that storefront"
    case .notASubscription: "it does not renew"
    }
  }
}
