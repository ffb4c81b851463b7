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
  }

  package let key: IdempotencyKey
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

  package init(
    _ action: Action, key: IdempotencyKey, reference: String? = nil,
    requestedBy: AccountReference? = nil, apiKey: String? = nil,
    secondPerson: ActAuthor? = nil, expiresIn: Duration? = nil
  ) {
    self.expiresIn = expiresIn
    self.apiKey = apiKey
    self.secondPerson = secondPerson
    self.action = action
    self.key = key
    self.reference = reference
    self.requestedBy = requestedBy
  }

  /// Returns the same request under the name of a merged account.
  package func requested(by account: AccountReference?) -> WalletCommand {
    WalletCommand(
      action, key: key, reference: reference, requestedBy: account, apiKey: apiKey,
      secondPerson: secondPerson, expiresIn: expiresIn)
  }

  /// The coin that the request names; nil for one that names a reservation.
  package var coin: Coin? {
    switch action {
    case .spend(let coin, _), .reserve(let coin, _), .adjust(let coin, _, _, _): coin
    case .commit, .cancel: nil
    }
  }

  var requestKey: WalletRequests.Key { WalletRequests.Key(requester: requestedBy, key: key) }

  /// The key of the reservation that the request ends; nil for any other request.
  var reservationKey: WalletRequests.Key? {
    switch action {
    case .commit(let key), .cancel(let key): WalletRequests.Key(requester: requestedBy, key: key)
    case .spend, .reserve, .adjust: nil
    }
  }
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
  /// The reservation was committed or canceled before, by this entry.
  case reservationSettled(WalletEntry)
  /// The grant belongs to another account, app or environment.
  case grantOfAnotherWallet
  /// Another account gets coins of the grant back first.
  case owedToAnotherAccount
}
