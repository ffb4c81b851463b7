import EventStore
import Ledger
import Testing

struct LedgerClockTests {
  @Test func `counts on from the database's clock, and is never before the last event`() {
    let (clock, began) = (LedgerClock(), ContinuousClock.now)
    #expect(clock.now() == nil)
    let noon = Instant(milliseconds: 1_780_000_000_000)
    clock.note(noon, at: began)
    #expect(clock.now(at: began + .seconds(5)) == noon + .seconds(5))
    clock.note(recorded: noon + .seconds(9))
    #expect(clock.now(at: began + .seconds(5)) == noon + .seconds(9))
    #expect(clock.now(at: began + .seconds(10)) == noon + .seconds(10))
    // An earlier event takes nothing back.
    clock.note(recorded: noon)
    #expect(clock.now(at: began + .seconds(5)) == noon + .seconds(9))
  }
}
