/// A comparison of the final list of grants with the purchases.
struct GrantAudit: Sendable {
  let expected: [ExpectedGrant]

  /// Throws unless each grant is listed once, as it should be, credited or booked by the game, and
  /// nothing else is.
  func check(_ listed: [ListedGrant]) throws(BrokenDrill) {
    guard Set(listed.map(\.id)).count == listed.count else {
      throw BrokenDrill("a list of grants has one twice")
    }
    let found = Dictionary(grouping: listed, by: \.name)
    for grant in expected {
      let grants = found[grant.name] ?? []
      guard grants.count == 1 else {
        throw BrokenDrill("\(grant.name) was granted \(grants.count) times")
      }
      guard grants[0].tells(grant) else {
        throw BrokenDrill("\(grants[0]) should be \(grant)")
      }
    }
    guard listed.count == expected.count else {
      throw BrokenDrill("\(listed.count) grants are listed of \(expected.count)")
    }
  }
}

extension ListedGrant {
  fileprivate func tells(_ grant: ExpectedGrant) -> Bool {
    account == grant.account && environment == "Production" && amount == grant.amount
      && productId == grant.productID && quantity == grant.quantity
      && revokedAmount == grant.takenBack
      && state == grant.state
  }
}

extension ExpectedGrant {
  fileprivate var state: String {
    guard takenBack < amount else { return "revoked" }
    return coin == CoinProduct.kept ? "acknowledged" : "credited"
  }
}
