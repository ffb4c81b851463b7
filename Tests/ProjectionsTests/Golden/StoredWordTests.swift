import EventProcessing
import Ledger
import Postgres
import Testing

@testable import EventStore
@testable import Projections

/// The words that the tables of the projections hold.
struct StoredWordTests {
  @Test func `name the projections in their checkpoints`() {
    #expect(
      ProjectionName.allCases.map(\.rawValue) == ["chains", "tenure", "commission", "grants"])
  }

  @Test func `name the states of a grant`() {
    #expect(
      GrantState.allCases.map(\.rawValue) == ["pending", "credited", "acknowledged", "revoked"])
  }

  @Test(
    arguments: [
      (.firstYear, "firstYear"), (.afterAYear, "afterAYear"),
      (.program("small-business"), "programme:small-business"),
      (.storefrontTerms("EU 2026"), "storefrontTerms:EU 2026"),
      (.notASubscription, "notASubscription"),
    ] as [(CommissionRate.Reason, String)])
  func `tell the reason of a rate`(reason: CommissionRate.Reason, word: String) {
    #expect(reason.description == word)
    #expect(CommissionRate.Reason(word) == reason)
  }

  @Test(
    arguments: [
      (.unknownType(99), "unknown type 99"),
      (.unknownSchemaVersion(2), "unknown schema version 2"),
      (.unknownString(7), "unknown word 7"),
      (.incomplete("column product is empty"), "column product is empty"),
    ] as [(StoredEventError, String)])
  func `tell why an unreadable event is dead-lettered`(error: StoredEventError, word: String) {
    let event = UnreadableEvent(id: EventID(lane: 1, position: 2), reason: error)
    #expect(NewDeadLetter(event, of: ProjectionName.chains.consumer).reason == word)
  }

  @Test(arguments: [
    (
      PostgresError.decoding(column: 4, reason: "it is not text") as any Error,
      "column 4 of its state cannot be read"
    ),
    (
      DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "")),
      "its state cannot be read"
    ),
  ])
  func `tell why an event that cannot be written is dead-lettered`(error: any Error, word: String) {
    let id = EventID(lane: 1, position: 2)
    let letter = NewDeadLetter(id, of: ProjectionName.chains.consumer, writing: error)
    #expect(letter?.reason == word)
  }
}
