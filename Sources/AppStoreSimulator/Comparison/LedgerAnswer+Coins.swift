package import Foundation

extension LedgerAnswer {
  /// The ledger's answer about one account's coins.
  package struct Coins: Sendable {
    private(set) var grants: [Grant]
    let balances: [Balance]
    let entries: [Entry]

    /// Reads the pages of `/v1/grants` and of `…/wallet`. Every wallet page repeats all balances.
    package init(grantPages: [Data], walletPages: [Data]) throws {
      let decoder = JSONDecoder()
      grants = try grantPages.flatMap { try decoder.decode(GrantPage.self, from: $0).grants }
      let pages = try walletPages.map { try decoder.decode(WalletPage.self, from: $0) }
      balances = pages.first?.balances ?? []
      entries = pages.flatMap(\.entries)
    }

    mutating func rename(_ name: (String) -> String) {
      for index in grants.indices {
        grants[index].transactionId = name(grants[index].transactionId)
      }
    }

    struct Grant: Decodable {
      let id: String
      let coin: String
      let amount: Int64
      let productId: String
      fileprivate(set) var transactionId: String
      let state: String
      let revokedAmount: Int64
      let deliveredElsewhere: Bool?
    }

    struct Balance: Decodable {
      let coin: String
      let balance: Int64
    }

    struct Entry: Decodable {
      enum Kind: Equatable {
        case credited, takenBack
        /// The balance of another account, which was merged into this one.
        case merged
        /// An entry that the game itself requested.
        case other
      }

      let kind: Kind
      let coin: String
      let change: Int64
      let grant: String?
    }

    private struct GrantPage: Decodable {
      let grants: [Grant]
    }

    private struct WalletPage: Decodable {
      let balances: [Balance]
      let entries: [Entry]
    }
  }
}

extension LedgerAnswer.Coins.Entry.Kind: Decodable {
  init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(String.self) {
    case "credited": self = .credited
    case "takenBack": self = .takenBack
    case "merged": self = .merged
    default: self = .other
    }
  }
}
