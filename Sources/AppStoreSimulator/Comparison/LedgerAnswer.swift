package import Foundation

/// The ledger's answer about one account, with the field names of the ledger's HTTP interface.
package struct LedgerAnswer: Sendable {
  private(set) var entitlements: [Entitlement]
  let subscriptions: [Subscription]
  private(set) var paidServices: [PaidService]
  /// The account's coins; nil if not requested.
  package var coins: Coins?

  /// Reads the bodies of `…/entitlements`, `…/subscriptions` and `…/tenure` with its days.
  package init(entitlementsBody: Data, subscriptionsBody: Data, tenureBody: Data) throws {
    let decoder = JSONDecoder()
    entitlements = try decoder.decode(Entitlements.self, from: entitlementsBody).entitlements
    subscriptions = try decoder.decode(Subscriptions.self, from: subscriptionsBody).subscriptions
    paidServices = try decoder.decode(Tenure.self, from: tenureBody).groups
  }

  /// Returns the answer with the ids of the purchases in place of those of their restored copies.
  package func naming(_ originals: [String: String]) -> Self {
    guard !originals.isEmpty else { return self }
    func name(_ id: String) -> String { originals[id] ?? id }
    var answer = self
    for index in entitlements.indices {
      answer.entitlements[index].transactionId = name(entitlements[index].transactionId)
    }
    for index in paidServices.indices { answer.paidServices[index].rename(name) }
    answer.coins?.rename(name)
    return answer
  }

  struct Entitlement: Decodable {
    let productId: String
    let type: String
    let originalTransactionId: String
    fileprivate(set) var transactionId: String
    let subscriptionGroupId: String?
    let ownership: String
    let state: String
    let expiresAt: String?
    let because: [String]
  }

  struct Subscription: Decodable {
    let originalTransactionId: String
    let subscriptionGroupId: String?
    let productId: String
    let status: String
    let ownership: String
    let expiresAt: String
    let gracePeriodExpiresAt: String?
    let renewalOverdue: Bool
  }

  struct PaidService: Decodable {
    let subscriptionGroupId: String
    let daysOfPaidService: Int64
    let state: String
    let paidThrough: String?
    let restartsAt: String?
    private(set) var transactions: [Transaction]
    private(set) var days: [Day]

    fileprivate mutating func rename(_ name: (String) -> String) {
      for index in transactions.indices {
        transactions[index].transactionId = name(transactions[index].transactionId)
      }
      for day in days.indices {
        for share in days[day].transactions.indices {
          days[day].transactions[share].transactionId = name(
            days[day].transactions[share].transactionId)
        }
      }
    }

    struct Transaction: Decodable {
      fileprivate(set) var transactionId: String
      let paidDays: Int64
      let rate: String?
      let rateReason: String?
    }

    struct Day: Decodable {
      let day: String
      fileprivate(set) var transactions: [Share]
    }

    struct Share: Decodable {
      fileprivate(set) var transactionId: String
      let seconds: Int64
    }
  }

  private struct Entitlements: Decodable {
    let entitlements: [Entitlement]
  }

  private struct Subscriptions: Decodable {
    let subscriptions: [Subscription]
  }

  private struct Tenure: Decodable {
    let groups: [PaidService]
  }
}

extension LedgerAnswer {
  /// The ledger's answer about one account's coins.
  package struct Coins: Sendable {
    private(set) var grants: [Grant]
    let balances: [Balance]
    private(set) var entries: [Entry]

    /// Reads the pages of `/v1/grants` and of `…/wallet`. Every wallet page repeats all balances.
    package init(grantPages: [Data], walletPages: [Data]) throws {
      let decoder = JSONDecoder()
      grants = try grantPages.flatMap { try decoder.decode(GrantPage.self, from: $0).grants }
      let pages = try walletPages.map { try decoder.decode(WalletPage.self, from: $0) }
      balances = pages.first?.balances ?? []
      entries = pages.flatMap(\.entries)
    }

    /// Names each grant by its purchase. The ledger may have granted under two ids of one purchase before it
    /// learned that they are one, and then takes one grant back whole: that one is left out.
    mutating func rename(_ name: (String) -> String) {
      let doubles = doubles(by: name)
      grants.removeAll { doubles.contains($0.id) }
      entries.removeAll { $0.grant.map(doubles.contains) ?? false }
      for index in grants.indices {
        grants[index].transactionId = name(grants[index].transactionId)
      }
    }

    private func doubles(by name: (String) -> String) -> Set<String> {
      let purchases = Dictionary(grouping: grants) { GrantName(name($0.transactionId), $0.coin) }
      return purchases.values.reduce(into: []) { doubles, grants in
        guard Set(grants.map(\.transactionId)).count > 1 else { return }
        let returned = grants.filter { $0.revokedAmount == $0.amount }
        doubles.formUnion(returned.dropFirst(returned.count == grants.count ? 1 : 0).map(\.id))
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
