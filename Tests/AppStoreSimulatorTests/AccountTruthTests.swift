import AppStoreSimulator
import Testing

/// Single cases of ownership, by the contract's rules, with a store that lives in 2025 and a ledger
/// whose clock is the real one.
struct AccountTruthTests {
  private static let annsToken = "0c1f6a7e-0000-4000-8000-00000000a44a"
  private static let bertsToken = "0c1f6a7e-0000-4000-8000-00000000beef"
  private static let bert = GamePlayer(account: "bert", token: bertsToken)

  private struct Case {
    var scenario: WorldScenario

    init(token: String? = annsToken, account: String = "anna") throws {
      scenario = try WorldScenario()
      scenario.world.catalog = .game
      try scenario.world.addCustomer("device", appAccountToken: token, account: account)
      if token != nil { scenario.world.register(1) }
    }

    /// Buys, and posts the purchase as the present player.
    mutating func buy(_ product: String, isPosted: Bool = true) throws {
      guard case .completed(let transaction) = try scenario.buy(product, by: 1) else { return }
      if isPosted { scenario.world.post(transaction, to: scenario.world.customers[1].account) }
    }

    /// Returns the account's products, coins that are certain, and coins that are possible.
    func truth(_ account: String) -> String? {
      let all = AccountTruths(of: scenario.world).all(at: scenario.world.now)
      return all.first { $0.account == account }.map { truth in
        let owned = truth.owned.map { String($0.productId.dropFirst(WorldScenario.prefix.count)) }
        let coins = truth.grants.map { "\($0.amount) \($0.coin)" }
        let possible = truth.possibleGrants.map { "\($0.grant.amount) \($0.grant.coin)?" }
        return (owned + coins + possible).joined(separator: ", ")
      }
    }
  }

  @Test func `a registered token owns, whoever posts and whether anybody does`() throws {
    var story = try Case()
    try story.buy("soundtrack", isPosted: false)
    story.scenario.world.play(as: Self.bert, on: 1)
    try story.buy("gems.100")
    #expect(story.truth("anna") == "soundtrack, 30 gem")
    #expect(story.truth("bert") == "100 gem")
    #expect(story.truth(Self.annsToken) == nil, "a registered token is no account")
  }

  @Test func `without a token the first post owns`() throws {
    var story = try Case(token: nil)
    try story.buy("soundtrack")
    story.scenario.world.play(as: GamePlayer(account: "bert"), on: 1)
    #expect(story.truth("anna") == "soundtrack, 30 gem")
    #expect(story.truth("bert") == "")
  }

  @Test func `a restore moves what lasts, never coins, and not again within a day`() throws {
    var story = try Case()
    try story.buy("soundtrack")
    try story.buy("gems.100")
    story.scenario.world.play(as: Self.bert, on: 1)
    try story.scenario.world.restorePurchases(of: 1)
    #expect(story.truth("anna") == "30 gem, 100 gem")
    #expect(story.truth("bert") == "soundtrack")
    story.scenario.world.play(as: GamePlayer(account: "anna", token: Self.annsToken), on: 1)
    try story.scenario.world.restorePurchases(of: 1)
    #expect(story.truth("bert") == "soundtrack")
  }

  @Test func `coins of a restored subscription go to its token, without one to either`() throws {
    for (token, anna, bert) in [
      (Self.annsToken, "50 gem, 50 gem", "pro.monthly"),
      (nil, "50 gem?, 50 gem?", "pro.monthly, 50 gem?, 50 gem?"),
    ] {
      var story = try Case(token: token)
      try story.buy("pro.monthly")
      story.scenario.world.play(as: GamePlayer(account: "bert"), on: 1)
      try story.scenario.world.restorePurchases(of: 1)
      story.scenario.pass(days: 40)
      #expect(story.truth("anna") == anna)
      #expect(story.truth("bert") == bert)
    }
  }

  @Test func `a guest's purchases belong to the target, with the coins of both`() throws {
    var story = try Case()
    try story.buy("soundtrack")
    story.scenario.world.merge(1, into: Self.bert)
    try story.buy("gems.100")
    #expect(story.truth("anna") == nil)
    #expect(story.truth("bert") == "soundtrack, 30 gem, 100 gem")
  }

  @Test func `after an erasure the next post owns, and coins are the erased one's or the next`()
    throws
  {
    var story = try Case()
    try story.buy("soundtrack")
    story.scenario.world.erase(1, followedBy: Self.bert)
    try story.buy("gems.100")
    #expect(story.truth("anna") == nil)
    #expect(story.truth("bert") == "soundtrack, 100 gem, 30 gem?")
  }

  @Test func `a token that the game registers late brings everything along`() throws {
    var story = try Case(token: nil)
    story.scenario.world.change(1) { $0.appAccountToken = Self.bertsToken }
    try story.buy("soundtrack")
    #expect(story.truth("anna") == "")
    story.scenario.world.register(1)
    #expect(story.truth("anna") == "soundtrack, 30 gem")
  }

  @Test func `what was bought with a friend's token is the friend's`() throws {
    var story = try Case()
    var gift = PurchaseCommand(WorldScenario.prefix + "gems.100")
    gift.appAccountToken = Self.annsToken
    _ = try story.scenario.world.buy(gift, by: WorldScenario.ann)
    story.scenario.world.post(0, to: "somebody")
    #expect(story.truth("anna") == "100 gem")
    #expect(story.truth("somebody") == "")
  }
}
