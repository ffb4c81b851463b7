import Ledger

/// The verb of a wallet request, as its address names it.
enum WalletVerb: String, CaseIterable {
  case spend, reserve, commit, cancel, adjust
}

/// The body of a wallet request. The verb decides which fields are required.
struct WalletRequestBody: StrictBody {
  /// A year, in seconds.
  private static let expiryMax: Int64 = 366 * 86_400

  private let reference: String?
  private let coin: String?
  private let amount: Int64?
  private let reservation: String?
  private let reason: String?
  private let author: String?
  private let expiresIn: Int64?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case reference, coin, amount, reservation, reason, author, expiresIn
  }

  static let form =
    "{\"coin\": string, \"amount\": whole number, \"reference\": string}"

  /// Returns the game's own reference for the movement.
  func checkedReference() throws(Problem) -> String? {
    try reference.map { reference throws(Problem) in
      try PlainName.checked(reference, "reference")
    }
  }

  /// Returns the time after which a reservation ends by itself.
  func checkedExpiry(_ verb: WalletVerb) throws(Problem) -> Duration? {
    guard let expiresIn else { return nil }
    guard verb == .reserve, (1...Self.expiryMax).contains(expiresIn) else {
      throw .badRequest(
        "invalid_body",
        "`expiresIn` is for `reserve`: a whole number of seconds from 1 to \(Self.expiryMax).")
    }
    return .seconds(expiresIn)
  }

  func action(_ verb: WalletVerb) throws(Problem) -> WalletCommand.Action {
    switch verb {
    case .spend: .spend(try namedCoin(), try positiveAmount())
    case .reserve: .reserve(try namedCoin(), try positiveAmount())
    case .commit: .commit(try namedReservation())
    case .cancel: .cancel(try namedReservation())
    case .adjust:
      .adjust(
        try namedCoin(), try adjustment(), reason: try text(reason, "reason"),
        author: try text(author, "author"))
    }
  }

  private func namedCoin() throws(Problem) -> Coin {
    guard let coin = coin.map({ Coin($0) }), coin.isWellNamed else {
      throw .badRequest("invalid_body", "`coin` \(Coin.rule).")
    }
    return coin
  }

  private func positiveAmount() throws(Problem) -> Int64 {
    guard let amount, amount > 0 else {
      throw .badRequest("invalid_body", "`amount` must be a whole number above 0.")
    }
    return amount
  }

  private func adjustment() throws(Problem) -> Int64 {
    guard let amount, amount != 0, amount != .min else {
      throw .badRequest(
        "invalid_body", "`amount` must be a whole number above 0 to give, below 0 to take.")
    }
    return amount
  }

  private func namedReservation() throws(Problem) -> IdempotencyKey {
    // A reservation may have been made before keys had all of their present rule.
    let text = reservation ?? ""
    if let fault = PlainName.fault(seeking: text) {
      throw .badRequest("invalid_body", "`reservation` \(fault).")
    }
    return IdempotencyKey(text)
  }

  private func text(_ value: String?, _ field: String) throws(Problem) -> String {
    try PlainName.checked(value ?? "", field)
  }
}
