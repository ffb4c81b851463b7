import Foundation
import Ledger
import Testing

/// The accounts of grants whose coins the game keeps: pending ones follow a token that is learned late
/// and the next owner after an erasure; all of them follow a merge and its undo.
struct KeptGrantTests {
  private static let token = "70c3a000-0000-4000-8000-000000000004"
  private static let named = AccountReference(.production, game, AccountID(rawValue: token))

  private static func terms(_ wallet: CoinWallet) throws -> GrantTerms {
    var catalogs = Catalogs()
    catalogs.publish(
      CatalogPublished(
        bundleID: game, catalog: try Catalog([goldMonthly(50)], coins: [gem: wallet]),
        validFrom: day(-9), publishedAt: day(-9)))
    return GrantTerms(catalogs)
  }

  /// Returns a month without a token, posted by the player, and granted to him.
  private static func posted(_ wallet: CoinWallet = .game) throws -> Given {
    var given = Given()
    given.bought("1", from: 0, to: 31, reason: "PURCHASE", price: 9_990, said: 1, trust: .receipt)
    given.record(
      .chain(
        .chainPosted(
          ChainPosted(
            chain: given.chain, account: player, isSigned: true, postedAt: day(1))))
    )
    for grant in given.book.due(by: try terms(wallet), names(), decidedAt: day(2)) {
      given.record(.chain(.grantMade(grant)))
    }
    return given
  }

  /// The player and the account of the token's name are known, and what else is told here.
  private static func names(_ events: [AccountReference: [LedgerEvent]] = [:]) -> TokenNames {
    TokenNames(
      [player, bert, named].map { account in
        var aliases = AccountAliases(account)
        if account != named || events[named] == nil {
          aliases.evolve(with: known(account))
        }
        for event in events[account] ?? [] { aliases.evolve(with: event) }
        return aliases
      })
  }

  private static func known(_ name: AccountReference, as account: AccountReference? = nil)
    -> LedgerEvent
  {
    .account(
      .accountAliased(
        AccountAliased(
          environment: .production, bundleID: game, alias: name, account: account ?? name,
          decidedAt: day(0))))
  }

  private static func learnToken(in given: inout Given) {
    given.bought(
      "1", from: 0, to: 31, reason: "PURCHASE", token: UUID(uuidString: token), price: 9_990,
      said: 5)
  }

  private static func acknowledge(_ given: inout Given) throws {
    let grant = try #require(given.book.grants.first)
    given.record(
      .chain(
        .grantAcknowledged(
          GrantAcknowledged(
            chain: given.chain, grant: grant.id,
            transactionID: grant.transactionID, coin: gem, acknowledgedAt: day(4)))))
  }

  private static func assigned(_ given: Given, _ names: TokenNames) -> [String] {
    given.book.reassignments(names, at: day(9)).map { assigned in
      let account = [player: "player", bert: "bert", named: "named"][assigned.account ?? player]
      return "\(account ?? "another") \(assigned.cause.rawValue)"
    }
  }

  @Test func `a pending grant follows a token that is learned after a post`() throws {
    var given = try Self.posted()
    #expect(Self.assigned(given, Self.names()).isEmpty)
    Self.learnToken(in: &given)
    #expect(Self.assigned(given, Self.names()) == ["named tokenLearned"])
  }

  @Test func `what the game has booked stays, and so do coins of the wallet here`() throws {
    var booked = try Self.posted()
    try Self.acknowledge(&booked)
    Self.learnToken(in: &booked)
    #expect(Self.assigned(booked, Self.names()).isEmpty)
    var credited = try Self.posted(.daicho)
    Self.learnToken(in: &credited)
    #expect(Self.assigned(credited, Self.names()).isEmpty)
  }

  @Test func `a token that names nobody takes nothing away`() throws {
    var given = try Self.posted()
    Self.learnToken(in: &given)
    #expect(Self.assigned(given, Self.names([Self.named: []])).isEmpty)
  }

  @Test func `what an operator moved does not go back to the token`() throws {
    var given = try Self.posted()
    let grant = try #require(given.book.grants.first)
    given.moved(grant, on: 3)
    Self.learnToken(in: &given)
    #expect(Self.assigned(given, Self.names()).isEmpty)
  }

  @Test func `a restore moves no pending grant`() throws {
    var given = try Self.posted()
    given.record(
      .chain(
        .ownershipChanged(
          OwnershipChanged(
            chain: given.chain, owners: [bert], account: bert,
            cause: .transferred, decidedAt: day(3)))))
    #expect(Self.assigned(given, Self.names()).isEmpty)
  }

  @Test func `after an erasure a pending grant goes to the next owner, and a booked one does not`()
    throws
  {
    for isBooked in [false, true] {
      var given = try Self.posted()
      if isBooked { try Self.acknowledge(&given) }
      for (owners, account, cause, number) in [
        ([], player, .erased, 5), ([bert], bert, .claimed, 6),
      ] as [([AccountReference], AccountReference, OwnershipChanged.Cause, Double)] {
        given.record(
          .chain(
            .ownershipChanged(
              OwnershipChanged(
                chain: given.chain, owners: owners, account: account, cause: cause,
                decidedAt: day(number)))))
        if cause == .erased { #expect(Self.assigned(given, Self.names()).isEmpty) }
      }
      #expect(Self.assigned(given, Self.names()) == (isBooked ? [] : ["bert ownerErased"]))
    }
  }

  @Test func `a merge takes booked and pending grants along, and its undo brings them back`() throws
  {
    for isBooked in [false, true] {
      var given = try Self.posted()
      if isBooked { try Self.acknowledge(&given) }
      func merge(_ number: Int, isUndone: Bool) -> LedgerEvent {
        .account(
          .accountsMerged(
            AccountsMerged(
              environment: .production, bundleID: game, account: player, from: player, into: bert,
              isUndone: isUndone, generation: 0, number: number, balances: [], names: [],
              key: nil, author: nil, reason: nil, decidedAt: day(3))))
      }
      let merged = Self.names([player: [merge(1, isUndone: false)]])
      #expect(Self.assigned(given, merged) == ["bert merged"])
      for assigned in given.book.reassignments(merged, at: day(9)) {
        given.record(.chain(.grantAssigned(assigned)))
      }
      #expect(Self.assigned(given, merged).isEmpty)
      let apart = Self.names([
        player: [merge(1, isUndone: false), merge(2, isUndone: true)]
      ])
      #expect(Self.assigned(given, apart) == ["player separated"])
      for assigned in given.book.reassignments(apart, at: day(9)) {
        given.record(.chain(.grantAssigned(assigned)))
      }
      #expect(Self.assigned(given, apart).isEmpty)
    }
  }

  @Test func `a grant under a name that becomes an alias belongs to the account`() throws {
    let given = try Self.posted()
    var aliases = AccountAliases(player)
    aliases.evolve(with: Self.known(player, as: bert))
    #expect(Self.assigned(given, TokenNames([aliases])) == ["bert aliased"])
  }
}
