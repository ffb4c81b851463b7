import Testing

@testable import CLI

struct ProgressBarTests {
  @Test func `it tells part, rate and time left`() {
    let bar = ProgressBar("events", total: 1_000)
    #expect(
      bar.line(250, after: .seconds(5))
        == "events [#####...............] 250 of 1000, 50 a second, 0:15 left")
  }
}
