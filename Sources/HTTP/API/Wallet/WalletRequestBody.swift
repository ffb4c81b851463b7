import Ledger

/// The verb of a wallet request, as its address names it.
enum WalletVerb: String, CaseIterable {
  case spend, reserve, commit, cancel, credit, reverse, adjust
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
  private let source: String?
  private let entry: String?

  static let fields: [BodyField] = [
    .optional("coin", .string), .optional("amount", .wholeNumber),
    .optional("reference", .string), .optional("reservation", .string),
    .optional("reason", .string), .optional("author", .string),
    .optional("expiresIn", .wholeNumber), .optional("source", .string),
    .optional("entry", .string),
  ]

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
      throw .invalid(
        "expiresIn",
        "is for `reserve`: a whole number of seconds from 1 to \(Self.expiryMax)")
    }
    return .seconds(expiresIn)
  }

  func action(_ verb: WalletVerb) throws(Problem) -> WalletCommand.Action {
    switch verb {
    case .commit: return .commit(try namedReservation())
    case .cancel: return .cancel(try namedReservation())
    case .spend, .reserve:
      var faults: [FieldFault] = []
      let coin = try faults.reading(namedCoin)
      let amount = try faults.reading(positiveAmount)
      guard let coin, let amount else { throw .invalid(faults) }
      return verb == .spend ? .spend(coin, amount) : .reserve(coin, amount)
    case .credit:
      var faults: [FieldFault] = []
      let coin = try faults.reading(namedCoin)
      let amount = try faults.reading(positiveAmount)
      let source = try faults.reading { () throws(Problem) in try text(self.source, "source") }
      guard let coin, let amount, let source else { throw .invalid(faults) }
      return .credit(coin, amount, source: source)
    case .reverse: return .reverse(try namedEntry())
    case .adjust:
      var faults: [FieldFault] = []
      let coin = try faults.reading(namedCoin)
      let amount = try faults.reading(adjustment)
      let reason = try faults.reading { () throws(Problem) in try text(self.reason, "reason") }
      let author = try faults.reading { () throws(Problem) in try text(self.author, "author") }
      guard let coin, let amount, let reason, let author else { throw .invalid(faults) }
      return .adjust(coin, amount, reason: reason, author: author)
    }
  }

  private func namedCoin() throws(Problem) -> Coin {
    guard let coin = coin.map({ Coin($0) }), coin.isWellNamed else {
      throw .invalid("coin", Coin.rule)
    }
    return coin
  }

  private func positiveAmount() throws(Problem) -> Int64 {
    guard let amount, amount > 0 else {
      throw .invalid("amount", "must be a whole number above 0")
    }
    return amount
  }

  private func adjustment() throws(Problem) -> Int64 {
    guard let amount, amount != 0 else {
      throw .invalid("amount", "must be a whole number above 0 to give, below 0 to take")
    }
    return amount
  }

  private func namedReservation() throws(Problem) -> IdempotencyKey {
    // A reservation may have been made before keys had all of their present rule.
    let text = reservation ?? ""
    if let fault = PlainName.fault(seeking: text) {
      throw .invalid("reservation", fault)
    }
    return IdempotencyKey(text)
  }

  private func namedEntry() throws(Problem) -> WalletEntryID {
    guard let entry = entry.flatMap({ WalletEntryID($0) }) else {
      throw .invalid("entry", "must be the `id` of an entry, 32 hexadecimal digits")
    }
    return entry
  }

  private func text(_ value: String?, _ field: String) throws(Problem) -> String {
    try PlainName.checked(value ?? "", field)
  }
}
