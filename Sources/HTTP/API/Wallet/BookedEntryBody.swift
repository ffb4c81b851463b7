import Intake
import Ledger

/// The JSON form of the answer to a request that moved coins: the entry, and what the request brought along.
struct BookedEntryBody: Encodable, Sendable {
  private let entry: WalletEntryBody
  private let environments: [EnvironmentPurchases]

  private enum CodingKeys: CodingKey { case environments }

  /// - Parameter brought: the purchases that waited under the account's name until now.
  init(_ entry: WalletEntry, bringing brought: [TokenChains]) {
    self.entry = WalletEntryBody(entry)
    environments = [EnvironmentPurchases](broughtAlong: brought)
  }

  func encode(to encoder: any Encoder) throws {
    try entry.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(environments, forKey: .environments)
  }
}
