import EventStore
package import Ledger

extension Reader {
  /// The events of an account's chains in the order they were recorded, after one of them.
  package func history(
    of key: AccountKey, after: EventID?, limit: Int
  ) async throws -> Answer<[RecordedEvent]> {
    let position = try await reached()
    var events: [RecordedEvent] = []
    for chain in try await chains(of: key) {
      events += try await self.events(of: .chain(chain.chain))
    }
    events.sort { ($0.recordedAt, $0.id) < ($1.recordedAt, $1.id) }
    guard let after else { return Answer(Array(events.prefix(limit)), at: position) }
    let rest = events.drop { $0.id != after }.dropFirst()
    return Answer(Array(rest.prefix(limit)), at: position)
  }

  /// Every event of a stream, read page by page.
  package func events(of stream: StreamID) async throws -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    while true {
      let page = try await log.events(
        of: stream, after: events.last?.id.position ?? 0, limit: Projector.batchMax)
      events += page
      if page.count < Projector.batchMax { return events }
    }
  }
}
