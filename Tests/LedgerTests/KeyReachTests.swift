import Ledger
import Testing

struct KeyReachTests {
  private static let game: BundleID = "com.example.game"
  private static let other: BundleID = "com.example.other"

  private static let every = KeyReach()
  private static let ofGame = KeyReach(apps: [game])
  private static let ofSandbox = KeyReach(environments: [.sandbox])
  private static let ofBoth = KeyReach(apps: [game], environments: [.sandbox, .xcode])
  private static let ofNone = KeyReach(apps: [], environments: [])

  @Test(
    arguments: [
      (every, game, .production, nil), (every, nil, nil, nil),
      (ofGame, game, .production, nil), (ofGame, game, nil, nil),
      (ofGame, other, .production, .app), (ofGame, nil, .production, .app),
      (ofSandbox, other, .sandbox, nil), (ofSandbox, nil, .sandbox, nil),
      (ofSandbox, game, .production, .environment), (ofSandbox, game, nil, .environment),
      (ofBoth, game, .xcode, nil), (ofBoth, game, .production, .environment),
      (ofBoth, other, .production, .app), (ofBoth, nil, nil, .app),
      (ofNone, game, .sandbox, .app),
    ] as [(KeyReach, BundleID?, StoreEnvironment?, KeyReach.Bound?)])
  func `a key reaches what it is bound to, and a request about all exceeds every bound`(
    reach: KeyReach, app: BundleID?, environment: StoreEnvironment?, bound: KeyReach.Bound?
  ) {
    #expect(reach.exceededBound(app: app, environment: environment) == bound)
    #expect(reach.admits(app: app, environment: environment) == (bound == nil))
  }

  @Test func `an app is compared as it is written`() {
    #expect(Self.ofGame.exceededBound(app: "com.example.Game") == .app)
    #expect(Self.ofGame.exceededBound(app: "com.example.gam") == .app)
  }
}
