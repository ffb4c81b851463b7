/// The truth about customers and accounts at one moment, as `GET /truth` answers.
package struct TruthBody: Codable, Sendable {
  /// The app's bundle identifier.
  package let app: String
  package let at: CustomerTruth.Moment
  package let customers: [Customer]
  /// The accounts in a ledger, with what belongs to them by the ledger's rules.
  package let accounts: [AccountTruth]
  /// See ``World/restoredCopies``.
  package let restoredCopies: [String: String]

  /// The truth about a customer, together with the account of the present player.
  package struct Customer: Codable, Sendable {
    package let account: String
    package let truth: CustomerTruth

    init(_ truth: CustomerTruth, account: String) {
      self.truth = truth
      self.account = account
    }

    private enum CodingKeys: CodingKey { case account }

    package init(from decoder: any Decoder) throws {
      truth = try CustomerTruth(from: decoder)
      account = try decoder.container(keyedBy: CodingKeys.self).decode(
        String.self, forKey: .account)
    }

    package func encode(to encoder: any Encoder) throws {
      try truth.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(account, forKey: .account)
    }
  }
}
