import ArgumentParser
import EventStore
import Foundation
import HTTP
import Ledger

/// Recorded events.
struct Events: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show recorded events.", subcommands: [EventsShow.self])
}

struct EventsShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one event, or the bytes it was translated from.")

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The event's id, as `because` and the history name it.")
  var id: String
  @Flag(help: "Print JSON.")
  var json = false
  @Flag(help: "Print the bytes received, exactly as they came.")
  var evidence = false

  func run() async throws {
    guard let id = EventID(id) else { throw ValidationError("an event id is as 3-17") }
    try await Database.with(try options.settings()) { database in
      try await database.bringUpToDate()
      let log = try await EventLog(database.pool)
      guard let event = try await log.event(id) else { throw Failure("there is no event \(id)") }
      if evidence { return try await printEvidence(of: event, log) }
      let item = HistoryItem(event)
      if json { try Printing.json(item) } else { Printing.lines(Timeline.lines(item)) }
    }
  }

  private func printEvidence(of event: RecordedEvent, _ log: EventLog) async throws {
    guard let digest = event.evidence,
      let bytes = try await log.evidence(digest, lane: event.id.lane)
    else { throw Failure("\(event.id) is a decision of ours and has no evidence") }
    FileHandle.standardOutput.write(Data(bytes))
  }
}
