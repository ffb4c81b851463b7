import Ledger
import Testing

@Suite struct AccountAliasesTests {
  private let token = AccountReference(.production, game, "token")
  private let other = AccountReference(.production, game, "other")

  private func aliased(to account: AccountReference) -> LedgerEvent {
    .accountAliased(
      AccountAliased(
        environment: .production, bundleID: game, alias: token, account: account,
        decidedAt: day(0)))
  }

  private func claim(_ alias: AccountReference) -> LedgerEvent {
    .aliasClaimed(
      AliasClaimed(
        environment: .production, bundleID: game, account: player, alias: alias,
        claimedAt: day(0)))
  }

  @Test func `the first decision says for ever whom a name stands for`() {
    var aliases = AccountAliases(token)
    #expect(aliases.aliasOf == nil)
    for account in [player, other, token] { aliases.evolve(with: aliased(to: account)) }
    #expect(aliases.aliasOf == player)
    #expect(aliases.isAlias)
  }

  @Test func `an account of the game's own is nobody's alias`() {
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
