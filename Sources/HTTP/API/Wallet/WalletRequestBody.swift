import Ledger

/// The body of a wallet request, which has the fields of its verb.
struct WalletRequestBody {
  /// A year, in seconds.
  fileprivate static let expiryMax: Int64 = 366 * 86_400

  fileprivate struct Fields: Decodable {
    let reference: String?
    let coin: String?
    let amount: Int64?
    let reservation: String?
    let reason: String?
    let author: String?
    let expiresIn: Int64?
    let source: String?
    let entry: String?
  }

  let action: WalletCommand.Action
  /// The game's own reference for the movement.
  let reference: String?
  /// The time after which a reservation ends by itself; nil for one that does not, and for any other
  /// request.
  let expiresIn: Duration?

  /// Reads a body. Throws a problem that names each field that is unknown to the verb, missing, or faulty.
  init(reading bytes: [UInt8], for verb: WalletVerb) throws(Problem) {
    let fields = try CheckedBody<Fields>.read(bytes, with: verb.fields)
    var faults: [FieldFault] = []
    let action = try faults.reading { () throws(Problem) in try fields.action(verb) }
    let expiresIn = try faults.reading { () throws(Problem) in try fields.expiry() }
    faults += PlainName.faults(recording: ["reference": fields.reference])
    guard let action, let expiresIn, faults.isEmpty else { throw .invalid(faults) }
    self.action = action
    reference = fields.reference
    self.expiresIn = expiresIn
  }
}

/// The values of fields. The verb's required ones are there.
extension WalletRequestBody.Fields {
  fileprivate func action(_ verb: WalletVerb) throws(Problem) -> WalletCommand.Action {
    switch verb {
    case .commit: return .commit(try namedReservation())
    case .cancel: return .cancel(try namedReservation())
    case .reverse: return .reverse(try namedEntry())
    case .spend:
      let (coin, amount) = try coins(positiveAmount)
      return .spend(coin, amount)
    case .reserve:
      let (coin, amount) = try coins(positiveAmount)
      return .reserve(coin, amount)
    case .credit:
      let source = source ?? ""
      let (coin, amount) = try coins(positiveAmount, beside: ["source": source])
      return .credit(coin, amount, source: source)
    case .adjust:
      let (reason, author) = (reason ?? "", author ?? "")
      let (coin, amount) = try coins(
        adjustment, beside: ["reason": reason, "author": author])
      return .adjust(coin, amount, reason: reason, author: author)
    }
  }

  fileprivate func expiry() throws(Problem) -> Duration? {
    guard let expiresIn else { return nil }
    let most = WalletRequestBody.expiryMax
    guard (1...most).contains(expiresIn) else {
      throw .invalid("expiresIn", "must be a whole number of seconds from 1 to \(most)")
    }
    return .seconds(expiresIn)
  }

  /// Returns the coins that move. Throws a problem that names each field of the movement that is faulty.
  ///
  /// - Parameter texts: the texts that the entry keeps, by their fields.
  private func coins(
    _ read: () throws(Problem) -> Int64, beside texts: KeyValuePairs<String, String?> = [:]
  ) throws(Problem) -> (Coin, Int64) {
    var faults: [FieldFault] = []
    let coin = try faults.reading(namedCoin)
    let amount = try faults.reading(read)
    faults += PlainName.faults(recording: texts)
    guard let coin, let amount, faults.isEmpty else { throw .invalid(faults) }
    return (coin, amount)
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
}
