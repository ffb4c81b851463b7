package import EventStore
import Foundation
package import HTTP
package import Ledger

/// One recorded event, and the evidence that it was translated from.
package struct EventExplanation: Sendable {
  private let event: RecordedEvent
  private let log: EventLog

  /// Finds an event. Throws if there is none.
  package init(_ id: EventID, in log: EventLog) async throws {
    guard let event = try await log.reading.event(id) else {
      throw Failure("there is no event \(id)")
    }
    self.event = event
    self.log = log
  }

  package var item: HistoryItem { HistoryItem(event) }

  package var lines: [String] { Timeline.lines(item) }

  /// The bytes received, exactly as they came. Throws if there are none.
  package var evidence: [UInt8] {
    get async throws {
      guard let carrier = try await carrier else {
        throw Failure("\(event.id) is our own decision and has no evidence")
      }
      switch try await log.evidence(of: carrier) {
      case .received(let bytes): return bytes
      case .erased: throw Failure("the evidence of \(event.id) was erased and cannot be read")
      case .lost:
        throw Failure("the evidence of \(event.id) was lost with its master key and cannot be read")
      case nil: throw Failure("the evidence of \(event.id) is missing: run `daicho verify`")
      }
    }
  }

  /// The event that carries the evidence. A reassertion has the evidence of the event that it
  /// repeats.
  private var carrier: EventID? {
    get async throws {
      guard let original = event.reasserts else { return event.evidence }
      return try await log.reading.event(original)?.evidence
    }
  }
}

/// Events as readable lines.
enum Timeline {
  /// Returns an event in one line, followed by a line for each of its data.
  static func lines(_ item: HistoryItem) -> [String] {
    let notification = [item.notificationType, item.subtype].compactMap(\.self)
    let subject = [item.originalTransactionId, item.transactionId, item.productId]
      .compactMap(\.self)
    let head = [item.id, item.assertedAt, item.type] + notification + subject
    let said = (item.data ?? [:]).sorted { $0.key < $1.key }
    return [head.joined(separator: "  ")] + said.map { "    \($0.key): \($0.value)" }
  }
}

extension [RecordedEvent] {
  /// Returns the events recorded up to a moment; all of them if it is nil.
  func known(at moment: Instant?) -> [RecordedEvent] {
    filter { event in moment.map { event.recordedAt <= $0 } ?? true }
  }
}
