import Foundation

/// A request of a wallet, under a key of its own.
struct WalletCall: Hashable, Sendable {
  enum Verb: Hashable, Sendable {
    case spend(coin: String, amount: Int64)
    case reserve(coin: String, amount: Int64)
    case commit(reservation: String)
    case cancel(reservation: String)
  }

  let account: String
  let key: String
  let verb: Verb

  /// The reservation that the request settles.
  var reservation: String? {
    switch verb {
    case .spend, .reserve: nil
    case .commit(let key), .cancel(let key): key
    }
  }

  var path: String {
    let word =
      switch verb {
      case .spend: "spend"
      case .reserve: "reserve"
      case .commit: "commit"
      case .cancel: "cancel"
      }
    return "/v1/accounts/\(account)/wallet/\(word)"
  }

  var body: String {
    switch verb {
    case .spend(let coin, let amount), .reserve(let coin, let amount):
      #"{"coin":"\#(coin)","amount":\#(amount),"reference":"\#(key)"}"#
    case .commit(let reservation), .cancel(let reservation):
      #"{"reservation":"\#(reservation)"}"#
    }
  }

  /// The codes with which the request may be rejected.
  var rejections: Set<String> {
    switch verb {
    case .spend(CoinProduct.kept, _), .reserve(CoinProduct.kept, _): ["coin_kept_by_game"]
    case .spend, .reserve: ["insufficient_coins"]
    case .commit, .cancel: ["reservation_not_found", "reservation_settled"]
    }
  }
}
