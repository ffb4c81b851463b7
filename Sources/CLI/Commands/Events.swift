import ArgumentParser
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
      let event = try await EventExplanation(id, in: log)
      if evidence { return try Printing.bytes(Data(try await event.evidence)) }
      try Printing.show(event.item, lines: event.lines, asJSON: json)
    }
  }
}
