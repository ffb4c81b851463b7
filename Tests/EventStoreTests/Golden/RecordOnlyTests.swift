import Ledger
import Testing

/// The events of lane 0 that consumers pass out of order: a rule that read one would follow another order.
struct RecordOnlyTests {
  @Test(arguments: EventType.allCases)
  func `an event is a record only if and only if the shared state does not read it`(
    kind: EventType
  ) throws {
    for (name, events) in GoldenEvents.events(kind) {
      for event in events {
        guard case .shared(let shared) = event else { continue }
        var state = SharedState()
        state.apply(event)
        #expect(shared.isRecordOnly == (state == SharedState()), "\(name)")
      }
    }
  }
}
