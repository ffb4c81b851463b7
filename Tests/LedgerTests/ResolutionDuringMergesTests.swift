import Ledger
import Testing

/// The account and names of a guest with a token, whose merge is undone or made again between the loads.
struct ResolutionDuringMergesTests {
  /// The merge of the guest into the user as the log tells it at one moment.
  private struct Moment {
    let number: Int
    let isUndone: Bool
  }

  private static let apart = Moment(number: 2, isUndone: true)
  private static let merged = Moment(number: 1, isUndone: false)
  private static let mergedAgain = Moment(number: 3, isUndone: false)

  private let guest = name("guest")
  private let user = name("user")
  private let token = name("token")

  private static func name(_ text: String) -> AccountReference {
    AccountReference(.production, game, AccountID(text))
  }

  private func aliases(of wanted: AccountReference, at moment: Moment) -> AccountAliases {
    var aliases = AccountAliases(wanted)
    if wanted != token {
      aliases.apply(account: wanted, alias: wanted)
      aliases.applyMerge(
        of: guest, into: user, number: moment.number, generation: 0, isUndone: moment.isUndone)
    }
    if wanted != user { aliases.apply(account: guest, alias: token) }
    return aliases
  }

  /// Resolves a name while the moments pass, one for each load; the last one stays.
  private func resolve(_ name: AccountReference, during moments: [Moment]) async throws
    -> (AccountResolution, loads: Int)
  {
    var loads = 0
    let resolution = try await AccountResolution.resolve(name) { wanted in
      let moment = moments[min(loads, moments.count - 1)]
      loads += 1
      return wanted.map { aliases(of: $0, at: moment) }
    }
    return (resolution, loads)
  }

  @Test(arguments: [
    [merged, apart], [merged, merged, apart], [merged, mergedAgain, apart],
    [mergedAgain, mergedAgain, Moment(number: 4, isUndone: true)],
  ])
  private func `a guest that is separated between the loads is itself, with its token`(
    moments: [Moment]
  ) async throws {
    let (resolution, _) = try await resolve(guest, during: moments)
    #expect(resolution.account == guest)
    #expect(resolution.names == [guest, token])
  }

  @Test func `a guest that is merged again between the loads has all names`() async throws {
    let (resolution, loads) = try await resolve(
      token, during: [Self.merged, Self.merged, Self.mergedAgain])
    #expect(resolution.account == user)
    #expect(resolution.names == [guest, user, token])
    #expect(loads > 4)
  }

  @Test func `what nothing changes is loaded once`() async throws {
    let (resolution, loads) = try await resolve(guest, during: [Self.merged])
    #expect(resolution.account == user)
    #expect(resolution.names == [guest, user, token])
    #expect(loads == 4)
  }

  @Test func `a merge that ends with its target is not waited for`() async throws {
    let resolution = try await AccountResolution.resolve(guest) { wanted in
      wanted.map { name in
        var aliases = aliases(of: name, at: Self.merged)
        if name == user { aliases.begin(generation: 1) }
        return aliases
      }
    }
    #expect(resolution.account == user)
  }
}
