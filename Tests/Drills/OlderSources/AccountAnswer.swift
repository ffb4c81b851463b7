import Foundation

/// A ledger's answer about one account in sentences, by the part of the contract that gives them.
///
/// Dates have whole seconds, as in a receipt.
struct AccountAnswer: Sendable {
  enum Part: String, CaseIterable, Sendable {
    /// The products that the account may use.
    case access
    /// The state of each subscription.
    case status
    /// The next renewal of each subscription, which no receipt tells.
    case renewal
    /// The days of paid service, and the commission rates that follow from them.
    case service
    /// The coins granted and taken back, and the balances.
    case coins
  }

  private var sentences: [Part: [String]] = [:]

  subscript(part: Part) -> [String] { sentences[part] ?? [] }

  /// - Parameter moment: the moment of the questions, in RFC 3339.
  init(_ account: String, at moment: String, from ledger: FleetClient) async throws {
    let path = "/v1/accounts/\(account)"
    let access = try await ledger.get("\(path)/entitlements?at=\(moment)").decode(Access.self)
    let chains = try await ledger.get("\(path)/subscriptions?at=\(moment)").decode(Chains.self)
    let tenure = try await ledger.get("\(path)/tenure?at=\(moment)").decode(Tenure.self)
    let wallet = try await ledger.get("\(path)/wallet").decode(Wallet.self)
    let grants = try await ledger.get("/v1/grants?account=\(account)&limit=500")
      .decode(Grants.self)
    sentences[.access] = access.entitlements.map(\.sentence)
    sentences[.status] = chains.subscriptions.map(\.sentence)
    sentences[.renewal] = chains.subscriptions.compactMap(\.renewal)
    sentences[.service] = tenure.groups.filter { $0.state != "none" }.map(\.sentence)
    sentences[.coins] =
      grants.grants.map(\.sentence)
      + wallet.balances.filter { $0.balance != 0 }.map { "has \($0.balance) \($0.coin)" }
    for part in Part.allCases { sentences[part]?.sort() }
  }

  private struct Access: Decodable {
    struct Product: Decodable {
      let productId, type, originalTransactionId, transactionId, ownership, state: String
      let subscriptionGroupId: String?
      let startsAt: String
      let expiresAt: String?

      var sentence: String {
        [
          productId, type, originalTransactionId, transactionId, ownership, state,
          subscriptionGroupId ?? "", startsAt.wholeSeconds, expiresAt?.wholeSeconds ?? "",
        ].joined(separator: " ")
      }
    }

    let entitlements: [Product]
  }

  private struct Chains: Decodable {
    struct Chain: Decodable {
      let originalTransactionId, productId, status, expiresAt, ownership: String
      let subscriptionGroupId: String?
      let autoRenew: Bool?
      let renewsAs: String?
      let renewalOverdue: Bool

      var sentence: String {
        [
          originalTransactionId, productId, status, expiresAt.wholeSeconds, ownership,
          subscriptionGroupId ?? "",
        ].joined(separator: " ")
      }

      var renewal: String? {
        autoRenew.map {
          [
            originalTransactionId, "\($0)", $0 ? renewsAs ?? "" : "",
            renewalOverdue ? "overdue" : "",
          ]
          .joined(separator: " ")
        }
      }
    }

    let subscriptions: [Chain]
  }

  private struct Tenure: Decodable {
    struct Group: Decodable {
      struct Charge: Decodable {
        let transactionId: String
        let paidDays: Int
        let rate: String?
      }

      let subscriptionGroupId, state: String
      let daysOfPaidService: Int
      let paidThrough, restartsAt: String?
      let transactions: [Charge]

      var sentence: String {
        let paid = transactions.filter { $0.paidDays > 0 }
          .map { "\($0.transactionId) \($0.paidDays) days at \($0.rate ?? "")" }
        return [
          subscriptionGroupId, state, "\(daysOfPaidService)", paidThrough?.wholeSeconds ?? "",
          restartsAt?.wholeSeconds ?? "", paid.sorted().joined(separator: ", "),
        ].joined(separator: " ")
      }
    }

    let groups: [Group]
  }

  private struct Wallet: Decodable {
    struct Balance: Decodable {
      let coin: String
      let balance: Int64
    }

    let balances: [Balance]
  }

  private struct Grants: Decodable {
    struct Grant: Decodable {
      let coin, productId, transactionId, state: String
      let amount, revokedAmount: Int64

      var sentence: String {
        "\(transactionId) \(productId) \(amount) \(coin) \(state), \(revokedAmount) taken back"
      }
    }

    let grants: [Grant]
  }
}

extension String {
  /// The text of a moment without its milliseconds.
  fileprivate var wholeSeconds: String { String(prefix { $0 != "." }) }
}
