import Ledger
import Testing

struct AccountAliasesTests {
  private let token = AccountReference(.production, game, "token")
  private let other = AccountReference(.production, game, "other")

  private func aliased(to account: AccountReference) -> LedgerEvent {
    .account(
      .accountAliased(
        AccountAliased(
          environment: .production, bundleID: game, alias: token, account: account,
          decidedAt: day(0))))
  }

  private func claim(_ alias: AccountReference) -> LedgerEvent {
    .account(
      .aliasClaimed(
        AliasClaimed(
          environment: .production, bundleID: game, account: player, alias: alias,
          claimedAt: day(0))))
  }

  @Test func `the first decision says for ever which account a name belongs to`() {
    var aliases = AccountAliases(token)
    #expect(aliases.aliasOf == nil)
    for account in [player, other, token] { aliases.evolve(with: aliased(to: account)) }
    #expect(aliases.aliasOf == player)
    #expect(aliases.isAlias)
  }

  @Test func `an account of the game's own is no account's alias`() {
    var aliases = AccountAliases(token)
    for account in [token, player] { aliases.evolve(with: aliased(to: account)) }
    #expect(aliases.aliasOf == token)
    #expect(!aliases.isAlias)
  }

  @Test func `an account remembers the aliases it claimed`() {
    var aliases = AccountAliases(player)
    for alias in [token, other, token] { aliases.evolve(with: claim(alias)) }
    #expect(aliases.claimed == [token, other])
  }
}

struct AccountResolutionTests {
  private func name(_ text: AccountID) -> AccountReference {
    AccountReference(.production, game, text)
  }

  /// Resolves a name, given an account for each of these names and whether the account claimed it.
  private func resolve(
    _ asked: AccountID, among stands: [(AccountID, for: AccountID, isClaimed: Bool)]
  ) -> AccountResolution {
    var resolution = AccountResolution(name(asked))
    while case let wanted = resolution.wanted, !wanted.isEmpty {
      resolution.apply(
        wanted.map { wanted in
          var aliases = AccountAliases(wanted)
          for (alias, account, isClaimed) in stands
          where name(alias) == wanted || name(account) == wanted && isClaimed {
            aliases.apply(account: name(account), alias: name(alias))
          }
          return aliases
        })
    }
    return resolution
  }

  @Test func `a name without a decision is its own account`() {
    let resolution = resolve("anna", among: [])
    #expect(resolution.account == name("anna"))
    #expect(resolution.names == [name("anna")])
  }

  @Test(arguments: ["anna", "token", "old"] as [AccountID])
  func `any name leads to the account and to all its names`(asked: AccountID) {
    let resolution = resolve(
      asked,
      among: [
        ("anna", "anna", true), ("token", "anna", true), ("old", "token", true),
        ("bert", "bert", true),
      ])
    #expect(resolution.account == name("anna"))
    #expect(resolution.names == [name("anna"), name("token"), name("old")])
  }

  @Test func `a name that another account got first is not an alias`() {
    let among: [(AccountID, for: AccountID, isClaimed: Bool)] = [
      ("token", "bert", true), ("token", "anna", true), ("anna", "anna", true),
    ]
    #expect(resolve("anna", among: among).names == [name("anna")])
    #expect(resolve("token", among: among).account == name("bert"))
  }

  @Test func `an alias that its account does not know of yet is asked for all the same`() {
    let resolution = resolve("token", among: [("token", "anna", false)])
    #expect(resolution.account == name("anna"))
    #expect(resolution.names == [name("anna"), name("token")])
  }
}
