import AppStoreSimulator
import Ledger
import Testing

struct TenurePropertyTests {
  private static let moments = stride(from: -3.0, through: 400, by: 23.7).map(day)

  @Test(arguments: 1...150)
  func `any order and doubling of facts gives the same tenure`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let given = Given(history: &random)
    let answers = answers(given.state)
    let doubled = given.events + given.events.filter { _ in Bool.random(using: &random) }
    for _ in 0..<4 {
      let state = given.fold(doubled.shuffled(using: &random))
      #expect(self.answers(state) == answers, "seed \(seed)")
    }
  }

  private func answers(_ state: ChainState) -> [[Tenure]] {
    let histories = ServiceHistory.histories(of: [state])
    return Self.moments.map { moment in histories.map { $0.evaluate(at: moment) } }
  }

  @Test(arguments: 1...150)
  func `the days add up to the total, and no day has more than a day`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let given = Given(history: &random)
    for history in given.histories {
      for moment in Self.moments {
        let tenure = history.evaluate(at: moment)
        let trace = history.trace(at: moment)
        #expect(trace.reduce(.zero) { $0 + $1.paid } == tenure.total, "seed \(seed)")
        #expect(trace.allSatisfy { $0.paid <= .seconds(86_400) }, "seed \(seed)")
        #expect(trace.map(\.startsAt) == trace.map(\.startsAt).sorted(), "seed \(seed)")
      }
    }
  }

  @Test func `a day shared by two transactions names both`() throws {
    var given = Given()
    given.bought("1", from: 0.5, to: 30.25)
    given.bought("2", from: 30.25, to: 60, reason: "RENEWAL")
    let trace = try #require(given.histories.first).trace(at: day(31))
    #expect(trace.count == 31)
    #expect(trace.first?.paid == .seconds(43_200))
    #expect(trace.last?.shares.map(\.transactionID) == ["1", "2"])
    #expect(trace.last?.shares.map(\.paid) == [.seconds(21_600), .seconds(64_800)])
  }
}
