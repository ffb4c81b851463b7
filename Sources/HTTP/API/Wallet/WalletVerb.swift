/// The verb of a wallet request, as its address names it.
enum WalletVerb: String, CaseIterable {
  case spend, reserve, commit, cancel, credit, reverse, adjust

  /// True for a verb that needs an `Idempotency-Key`. A reservation has one end, so that a request for it is told
  /// by the reservation.
  var isKeyed: Bool {
    switch self {
    case .spend, .reserve, .credit, .reverse, .adjust: true
    case .commit, .cancel: false
    }
  }

  /// The fields of the body, the required ones first.
  var fields: [BodyField] {
    switch self {
    case .spend: [Self.coin, Self.amount, Self.reference]
    case .reserve: [Self.coin, Self.amount, Self.reference, .optional("expiresIn", .wholeNumber)]
    case .commit, .cancel: [.required("reservation", .string), Self.reference]
    case .credit: [Self.coin, Self.amount, .required("source", .string), Self.reference]
    case .reverse: [.required("entry", .string), Self.reference]
    case .adjust:
      [
        Self.coin, Self.amount, .required("reason", .string), .required("author", .string),
        Self.reference,
      ]
    }
  }

  private static let coin = BodyField.required("coin", .string)
  private static let amount = BodyField.required("amount", .coins)
  /// The game's own reference for the movement, which every entry keeps.
  private static let reference = BodyField.optional("reference", .string)
}
