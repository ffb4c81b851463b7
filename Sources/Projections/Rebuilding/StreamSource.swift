import EventStore
import Foundation
import Postgres

/// A source of the events of a lane, stream by stream.
protocol StreamSource: Sendable {
  /// Returns the events of the next whole streams, each stream in order, and the last of these
  /// streams; nil instead of a stream at the end. Throws `BrokenPromise` for an event that cannot be
  /// read.
  func next(
    after stream: UUID, on connection: isolated Connection
  ) async throws -> (events: [StreamedEvent], last: UUID?)
}

extension StreamPages: StreamSource {}
