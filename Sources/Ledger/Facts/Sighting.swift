/// The time of an assertion and the event that carried it; ordered by time.
package struct Sighting: Hashable, Sendable, Codable, Comparable {
  package let assertedAt: Instant
  package let event: EventID

  init(_ assertion: Assertion, by event: EventID) {
    self.init(assertedAt: assertion.assertedAt, event: event)
  }

  init(assertedAt: Instant, event: EventID) {
    self.assertedAt = assertedAt
    self.event = event
  }

  package static func < (left: Sighting, right: Sighting) -> Bool {
    (left.assertedAt, left.event) < (right.assertedAt, right.event)
  }
}
