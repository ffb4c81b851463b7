import Testing

@testable import CLI

struct ProgressBarTests {
  @Test func `it tells part, rate and time left`() {
    let bar = ProgressBar("events", total: 1_000)
    #expect(
      bar.line(250, after: .seconds(5))
        == "events [#####...............] 250 of 1000, 50 a second, 0:15 left")
  }

  @Test(
    arguments: [
      (true, [:], true), (true, ["NO_COLOR": ""], true), (true, ["TERM": "xterm"], true),
      (true, ["NO_COLOR": "1"], false), (true, ["TERM": "dumb"], false), (false, [:], false),
    ] as [(Bool, [String: String], Bool)])
  func `it is shown on a terminal that takes control sequences, unless NO_COLOR is set`(
    isTerminal: Bool, environment: [String: String], isShown: Bool
  ) {
    let line = TerminalLine(isTerminal: isTerminal, environment: environment)
    #expect(line.isShown == isShown)
  }
}
