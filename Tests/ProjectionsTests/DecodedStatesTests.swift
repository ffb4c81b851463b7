import Ledger
import TestSupport
import Testing

@testable import Projections

struct DecodedStatesTests {
  private static func bytes(_ number: Int) throws -> [UInt8] {
    let fact = TransactionFact.subscription(
      TransactionID("\(number)"), chain: "1000", from: TestLedger.now,
      to: TestLedger.now + .seconds(60))
    return try StoredState.encode(TransactionState(fact, by: EventID(lane: 1, position: 1)))
  }

  @Test func `a state is what its bytes say, whatever is kept`() throws {
    let size = try Self.bytes(10).count
    for kept in [0, 2, 8, 1_000] {
      let states = DecodedStates<TransactionState>(byteMax: kept * size)
      for number in [10, 11, 10, 12, 13, 10, 14, 15, 16, 10, 11, 17, 10] {
        let state = try states.state(Self.bytes(number))
        #expect(state == (try StoredState.decode(TransactionState.self, Self.bytes(number))))
        #expect(state.transactionID.rawValue == "\(number)")
        #expect(states.count <= kept)
      }
    }
  }

  @Test func `what is used stays longer than what is not`() throws {
    let states = DecodedStates<TransactionState>(byteMax: try Self.bytes(10).count * 4)
    _ = try states.state(Self.bytes(10))
    for number in 11...30 {
      _ = try states.state(Self.bytes(number))
      _ = try states.state(Self.bytes(10))
    }
    #expect(states.count <= 4)
  }

  @Test func `damaged bytes are an error each time`() throws {
    let states = DecodedStates<TransactionState>()
    let damaged = Array(try Self.bytes(10).dropLast(3))
    for _ in 1...2 {
      #expect(throws: (any Error).self) { try states.state(damaged) }
    }
    #expect(states.count == 0)
  }
}
