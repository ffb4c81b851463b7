/// A request to a wallet.
package struct WalletCommand: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case spend(Coin, Int64)
    case reserve(Coin, Int64)
    /// Spends the whole reservation under this key.
    case commit(IdempotencyKey)
    /// Releases the whole reservation under this key.
    case cancel(IdempotencyKey)
    /// Gives coins, or takes them if the amount is negative.
    case adjust(Coin, Int64, reason: String, author: String)
    /// Gives coins that no purchase brought.
    case credit(Coin, Int64, source: String)
    /// Takes a whole spend or committed reservation back.
    case reverse(WalletEntryID)

    /// The key of the reservation that the action ends; nil for any other action.
    package var reservation: IdempotencyKey? {
      switch self {
      case .commit(let key), .cancel(let key): key
      case .spend, .reserve, .adjust, .credit, .reverse: nil
      }
    }
  }

  /// The key of the request; nil for one that ends a reservation, which is told by the reservation alone.
  package let key: IdempotencyKey?
  package let reference: String?
  package let action: Action
  /// The merged account under whose name the request came; nil for the wallet's own account.
  package let requestedBy: AccountReference?
  /// The id of the API key of an adjustment; nil for any other request.
  package let apiKey: String?
  /// The second person of an adjustment or a credit; nil where none is needed.
  package let secondPerson: ActAuthor?
  /// The time after which a reservation ends by itself; nil for one that does not, and for any other
  /// request.
  package let expiresIn: Duration?
  /// The rules of the coin in force.
  package private(set) var rules = CoinRules()
  /// The spend of a merged account's own wallet that is reversed; nil for one of the wallet that is asked.
  private(set) var spend: CoinSpend?

  /// - Parameter key: ignored for a request that ends a reservation; any other has one.
  package init(
    _ action: Action, key: IdempotencyKey?, reference: String? = nil,
    requestedBy: AccountReference? = nil, apiKey: String? = nil,
    secondPerson: ActAuthor? = nil, expiresIn: Duration? = nil
  ) {
    precondition(
      key != nil || action.reservation != nil, "a request that ends no reservation has a key")
    self.expiresIn = expiresIn
    self.apiKey = apiKey
    self.secondPerson = secondPerson
    self.action = action
    self.key = action.reservation == nil ? key : nil
    self.reference = reference
    self.requestedBy = requestedBy
  }

  /// Returns the same request under the name of a merged account.
  package func requested(by account: AccountReference?) -> WalletCommand {
    var command = WalletCommand(
      action, key: key, reference: reference, requestedBy: account, apiKey: apiKey,
      secondPerson: secondPerson, expiresIn: expiresIn)
    (command.rules, command.spend) = (rules, spend)
    return command
  }

  /// Returns the same request under the rules of its coin.
  package func ruled(by rules: CoinRules) -> WalletCommand {
    var command = self
    command.rules = rules
    return command
  }

  /// Returns the same request to reverse a spend of another wallet.
  package func reversing(_ spend: CoinSpend?) -> WalletCommand {
    var command = self
    command.spend = spend
    return command
  }

  /// The coin that the request names; nil for one that names a reservation.
  package var coin: Coin? {
    switch action {
    case .spend(let coin, _), .reserve(let coin, _), .adjust(let coin, _, _, _),
      .credit(let coin, _, _):
      coin
    case .commit, .cancel, .reverse: nil
    }
  }

  /// The entry that the request reverses; nil for any other request.
  package var reversedEntry: WalletEntryID? {
    if case .reverse(let entry) = action { entry } else { nil }
  }

  /// The key of the request under its name; nil for one that ends a reservation.
  var requestKey: WalletRequests.Key? {
    key.map { WalletRequests.Key(requester: requestedBy, key: $0) }
  }

  /// The key of the reservation that the request ends; nil for any other request.
  var reservationKey: WalletRequests.Key? {
    action.reservation.map { WalletRequests.Key(requester: requestedBy, key: $0) }
  }
}

/// Coins that were spent, with the parts that were taken.
package struct CoinSpend: Hashable, Sendable {
  package let coin: Coin
  package let amount: Int64
  package let parts: [CoinPart]
}

/// The result of looking for a spend in a wallet.
package enum SpendLookup: Hashable, Sendable {
  case spent(CoinSpend)
  /// The entry is neither a spend nor a committed reservation.
  case notSpent
  case unknown
}

/// The decision of a wallet on a request.
package enum WalletDecision: Hashable, Sendable {
  /// The movement to append and then to apply.
  case accepted(CoinsMoved)
  /// The request was carried out before, with this entry.
  case repeated(WalletEntry)
  /// The key belongs to a different request, with this entry.
  case conflict(WalletEntry)
  case rejected(WalletRejection)
}

/// The reason for which a wallet rejected a request. A rejection is not remembered, so that the
/// same key may be tried again.
package enum WalletRejection: Error, Hashable, Sendable {
  /// The available amount is too small.
  case insufficientCoins(balance: Int64)
  /// A catalog declares that the game keeps the coin.
  case coinKeptByGame
  /// No catalog declares or grants the coin.
  case coinUnknown
  case amountNotPositive
  /// The amount is out of bounds, or the wallet would have more coins than it may.
  case amountOutOfBounds
  /// The adjustment lacks a reason or an author.
  case reasonMissing
  /// The key belongs to a request that was booked under this name before its account was erased.
  case keyUsedBeforeErasure
  case reservationUnknown
  /// The reservation has ended by itself, and its coins are available again.
  case reservationExpired
  /// The reservation has another end, by this entry.
  case reservationSettled(WalletEntry)
  /// The catalog in force lets the game give none of the coin.
  case creditNotAllowed
  /// The amount is more than the game may give at once.
  case creditTooLarge(max: Int64)
  /// No entry of the wallet has this id.
  case entryUnknown
  /// The entry is neither a spend nor a committed reservation.
  case entryNotSpent
  /// The entry was reversed before, by this entry.
  case alreadyReversed(WalletEntry)
  /// The grant belongs to another account, app or environment.
  case grantOfAnotherWallet
  /// Another account gets coins of the grant back first.
  case owedToAnotherAccount
}
