import Foundation
import Ledger
import Outbox
import Testing

struct PauseTests {
  @Test(
    arguments: [
      (1, 1_000), (2, 2_000), (3, 4_000), (15, 16_384_000), (16, 21_600_000), (4_000, 21_600_000),
    ] as [(Int32, Int64)])
  func `a pause doubles with each failure, up to six hours`(attempts: Int32, longest: Int64) {
    let pause = JobBackoff.standard
    #expect(pause.ceiling(after: attempts).milliseconds == longest)
    #expect(pause.rest(after: attempts, fraction: 0) == .zero)
    #expect(pause.rest(after: attempts, fraction: 1).milliseconds == longest)
    #expect(pause.rest(after: attempts, fraction: 0.25).milliseconds == longest / 4)
  }
}
