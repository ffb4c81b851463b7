import Drills
import Testing

struct FrozenTests {
  /// The bounds are those that the program promises, not measurements: two seconds for a probe, 25 for
  /// an answer, and thirty for the end.
  @Test(.timeLimit(.minutes(20)))
  func `a frozen database stops neither the probes nor the end of the ledger`() async {
    await DrillHome.with("frozen", again: "run this test again") { home, again in
      let drill = FrozenDrill(binary: Binary.daicho, home: home, port: try FreePort.find())
      let report = try await drill.run()
      #expect(report.slowestProbe < .seconds(3), again)
      #expect(report.read == 503, again)
      #expect(report.notification.status == 503, again)
      #expect(report.notification.time < .seconds(30), again)
      #expect(report.ending < .seconds(35), again)
    }
  }
}
