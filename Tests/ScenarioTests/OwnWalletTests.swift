import Drills
import Testing

/// The samples for a game's own wallet, against a running ledger.
struct OwnWalletTests {
  @Test(.timeLimit(.minutes(10)))
  func `tickets are neither lost nor doubled nor kept, over refunds, merges, kills and a restore`()
    async
  {
    let (schedules, seed) = (40, UInt64.random(in: 0...UInt64.max))
    await DrillHome.with(
      "own-wallet", again: "scripts/chaos own-wallet --schedules \(schedules) --seed \(seed)"
    ) { home, again in
      let drill = OwnWalletDrill(
        binary: Binary.daicho, home: home, port: try FreePort.find(), schedules: schedules,
        seed: seed)
      let report = try await drill.run()
      #expect(report.grants > schedules, again)
      #expect(report.kills > 0, again)
    }
  }
}
