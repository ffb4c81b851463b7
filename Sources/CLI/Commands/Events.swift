import ArgumentParser
import EventStore
import Foundation
import HTTP
import Ledger
import Server

/// The commands about recorded events.
struct Events: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show recorded events.", subcommands: [EventsShow.self])
}

struct EventsShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one event, or the bytes it was translated from.")

  @OptionGroup var options: SettingsOptions
  @Argument(
    help: "The event's id, as `because` and the history name it.",
    transform: { text throws(ValidationError) in
      guard let id = EventID(text) else { throw ValidationError("an event id looks like 3-17") }
      return id
    })
  var id: EventID
  @Flag(help: "Print JSON.")
  var json = false
  @Flag(help: "Print the bytes received, exactly as they came.")
  var evidence = false

  func run() async throws {
    try await Database.withLog(try options.settings()) { log, _ in
      guard let event = try await log.event(id) else { throw Failure("there is no event \(id)") }
      if evidence { return try await printEvidence(of: event, log) }
      let item = HistoryItem(event)
      if json { try Printing.json(item) } else { try Printing.text(Timeline.lines(item)) }
    }
  }

  /// Returns the event that carries the evidence. A reassertion has the evidence of the event that
  /// it repeats.
  private func carrier(of event: RecordedEvent, _ log: EventLog) async throws -> EventID? {
    guard let original = event.reasserts else { return event.evidence }
    return try await log.event(original)?.evidence
  }

  private func printEvidence(of event: RecordedEvent, _ log: EventLog) async throws {
    guard let carrier = try await carrier(of: event, log) else {
      throw Failure("\(event.id) is our own decision and has no evidence")
    }
    switch try await log.evidence(of: carrier) {
    case .received(let bytes): try Printing.bytes(Data(bytes))
    case .erased: throw Failure("the evidence of \(event.id) was erased and cannot be read")
    case nil: throw Failure("the evidence of \(event.id) is missing: run `daicho verify`")
    }
  }
}
