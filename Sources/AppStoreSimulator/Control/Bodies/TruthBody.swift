/// The truth about customers at one moment, as `GET /truth` answers.
package struct TruthBody: Codable, Sendable {
  /// The app's bundle identifier.
  package let app: String
  package let at: CustomerTruth.Moment
  package let customers: [Customer]

  /// The truth about a customer, together with the customer's account.
  package struct Customer: Codable, Sendable {
    /// The customer's account in a ledger: the account token, or the name of a customer without a
    /// token.
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
