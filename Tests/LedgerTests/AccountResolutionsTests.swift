import Ledger
import Testing

/// Names that are resolved together, compared with what each is resolved to alone.
struct AccountResolutionsTests {
  /// The decisions about names: `token` and `old` are names of anna, `guest` was merged into her.
  private static let decisions: [(alias: String, account: String)] = [
    ("anna", "anna"), ("token", "anna"), ("old", "token"), ("bert", "bert"), ("wild", "bert"),
  ]

  private func name(_ text: String) -> AccountReference {
    AccountReference(.production, game, AccountID(text))
  }

  private func aliases(of wanted: AccountReference) -> AccountAliases {
    var aliases = AccountAliases(wanted)
    for (alias, account) in Self.decisions where [name(alias), name(account)].contains(wanted) {
      aliases.apply(account: name(account), alias: name(alias))
    }
    return aliases
  }

  private func alone(_ text: String) -> AccountResolution {
    var resolution = AccountResolution(name(text))
    while !resolution.wanted.isEmpty { resolution.apply(resolution.wanted.map(aliases)) }
    return resolution
  }

  @Test(arguments: [
    ["anna"], ["old", "anna", "token"], ["bert", "old", "nobody", "bert"],
    ["nobody", "wild", "token", "anna", "bert", "old"],
  ])
  func `each name leads where it leads alone, and each alias is loaded once`(asked: [String]) {
    var resolutions = AccountResolutions(asked.map(name))
    var (loaded, rounds) = ([AccountReference](), 0)
    while case let wanted = resolutions.wanted, !wanted.isEmpty {
      loaded += wanted
      rounds += 1
      resolutions.apply(wanted.map(aliases))
    }
    #expect(Set(loaded).count == loaded.count)
    #expect(rounds <= 3)
    for text in asked {
      let (alone, together) = (alone(text), resolutions[name(text)])
      #expect(together.account == alone.account, "\(text)")
      #expect(together.names == alone.names, "\(text)")
      #expect(together.isKnown == alone.isKnown, "\(text)")
      #expect(together.wanted.isEmpty, "\(text)")
    }
  }

  @Test func `a guest and its target are resolved in one search`() {
    let (guest, anna) = (name("guest"), name("anna"))
    func aliases(_ wanted: AccountReference) -> AccountAliases {
      var aliases = AccountAliases(wanted)
      aliases.applyMerge(of: guest, into: anna, number: 1, generation: 0, isUndone: false)
      return aliases
    }
    var resolutions = AccountResolutions([guest, anna])
    while !resolutions.wanted.isEmpty { resolutions.apply(resolutions.wanted.map(aliases)) }
    for name in [guest, anna] {
      #expect(resolutions[name].account == anna)
      #expect(resolutions[name].names == [guest, anna])
    }
  }

  @Test func `no names want nothing, and one that was not asked for is at its beginning`() {
    let resolutions = AccountResolutions([])
    #expect(resolutions.wanted.isEmpty)
    #expect(resolutions[name("anna")].wanted == [name("anna")])
  }
}
