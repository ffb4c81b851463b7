/// Holds the list of grants, as it is told in the end, to what was bought.
struct GrantAudit: Sendable {
  let expected: [ExpectedGrant]

  /// Each is there once, as it should be; nothing else is. All of them were acknowledged.
  func check(_ listed: [ListedGrant]) throws(BrokenTrial) {
    guard Set(listed.map(\.id)).count == listed.count else {
      throw BrokenTrial("a list of grants tells one twice")
    }
    let found = Dictionary(grouping: listed, by: \.name)
    for grant in expected {
      let grants = found[grant.name] ?? []
      guard grants.count == 1 else {
        throw BrokenTrial("\(grant.name) was granted \(grants.count) times")
      }
      guard grants[0].tells(grant) else {
        throw BrokenTrial("\(grants[0]) should be \(grant)")
      }
    }
    guard listed.count == expected.count else {
      throw BrokenTrial("\(listed.count) grants are listed of \(expected.count)")
    }
  }
}

extension ListedGrant {
  fileprivate func tells(_ grant: ExpectedGrant) -> Bool {
    account == grant.account && environment == "Production" && amount == grant.amount
      && productId == grant.productID && quantity == grant.quantity
      && revokedAmount == grant.takenBack
      && state == (grant.takenBack == grant.amount ? "revoked" : "acknowledged")
  }
}
