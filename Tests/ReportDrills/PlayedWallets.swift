import AppStoreSimulator
import Intake
import Ledger
import ReferenceModels
import TestSupport

/// Players who spend, reserve and merge their coins, and operators who give coins and erase accounts, at moments of a
/// crowd's time.
struct PlayedWallets: Sendable {
  private let players: [CoinLife.Player]
  private let clock = HandClock(Instant(milliseconds: 0))
  private let intake: Intake
  private let granter: TestGranter
  private var random: SplitMix64
  private var requests = 0
  private var reservations: [(player: CoinLife.Player, key: IdempotencyKey)] = []
  private var merges: [(from: CoinLife.Player, into: CoinLife.Player)] = []

  /// Makes all accounts known, as a game does at login.
  init(
    of players: [CoinLife.Player], in ledger: TestLedger, _ random: SplitMix64
  ) async throws {
    self.players = players
    self.random = random
    let apps = Set(players.map(\.app)).sorted().map {
      ConfiguredApp(
        bundleID: $0, appAppleID: nil, environments: [.production], link: .firstWins,
        guestsMax: 3)
    }
    intake = Intake(
      apps: apps, verifier: ledger.verifier, log: ledger.log, now: { [clock] in clock.now })
    granter = ledger.granter(of: intake)
    for player in players {
      _ = try await intake.names.makeKnown(player.name, of: player.app, in: [.production])
    }
  }

  /// Makes the grants that are due by a moment, and then some requests.
  mutating func play(at moment: Instant) async throws {
    clock.now = max(clock.now, moment)
    while try await granter.runOnce() > 0 {}
    for _ in 0..<random.number(0...3) { try await request() }
    if random.chance(3) { try await merge() }
    if random.chance(12) { try await erase() }
  }

  private mutating func request() async throws {
    let player = random.pick(players)
    let coin: Coin = random.chance(4) ? "gold" : "gem"
    let wallet = try await intake.wallets.wallet(
      of: player.account, in: player.app, environment: .production
    ).wallet
    let available = max(1, Int64(clamping: wallet.sum(of: .available, in: coin)))
    let amount = random.pick([1, available, random.number(1...available)])
    requests += 1
    let key = IdempotencyKey("request \(requests)")
    switch random.number(0...9) {
    case 0, 1, 2, 3: try await ask(.spend(coin, amount), key, of: player)
    case 4, 5:
      let lasting = random.chance(2) ? nil : Duration.seconds(random.number(60...2_000_000))
      try await ask(.reserve(coin, amount), key, of: player, expiresIn: lasting)
      reservations.append((player, key))
    case 6, 7:
      guard !reservations.isEmpty else { return }
      let (owner, reserved) = random.pick(reservations)
      try await ask(random.chance(3) ? .cancel(reserved) : .commit(reserved), key, of: owner)
    default:
      let given = random.chance(3) ? -amount : random.number(1...300)
      try await ask(.adjust(coin, given, reason: "gift", author: "kim"), key, of: player)
    }
  }

  private func ask(
    _ action: WalletCommand.Action, _ key: IdempotencyKey, of player: CoinLife.Player,
    expiresIn: Duration? = nil
  ) async throws {
    _ = try await intake.walletDecisions.ask(
      WalletCommand(action, key: key, expiresIn: expiresIn), of: player.name, in: player.app,
      environment: .production)
  }

  /// Merges two accounts, or undoes a merge.
  private mutating func merge() async throws {
    try await letTimePass()
    if random.chance(2), !merges.isEmpty {
      let (from, into) = random.pick(merges)
      _ = try await intake.merges.undoMerge(
        of: from.name, into: into.name, of: from.app, in: [.production], author: "kim",
        reason: "ticket")
    } else {
      let from = random.pick(players)
      let into = random.pick(players.filter { $0.app == from.app && $0 != from })
      requests += 1
      _ = try await intake.merges.merge(
        from.name, into: into.name, of: from.app, in: [.production],
        key: IdempotencyKey("merge \(requests)"))
      merges.append((from, into))
    }
    try await letTimePass()
  }

  private mutating func erase() async throws {
    let player = random.pick(players)
    try await letTimePass()
    _ = try await intake.erasures.erase(player.account, of: player.app, in: .production)
    try await letTimePass()
  }

  /// Lets the log's clock go on, so that events of several lanes have one order.
  private func letTimePass() async throws { try await Task.sleep(for: .milliseconds(3)) }
}
