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
    commandName: "show", abstract: "Show one event, or the bytes it was translated from.",
    discussion: "Shows an event that cannot be read as the database has it, with the reason.")

  @OptionGroup var options: SettingsOptions
  @Argument(
    help: "The event's id, as `because` and the history name it.",
    transform: EventID.argument)
  var id: EventID
  @Flag(help: "Print JSON.")
  var json = false
  @Flag(help: "Print the bytes received, exactly as they came.")
  var evidence = false

  func run() async throws {
    try await Database.withLog(try options.settings()) { log, _ in
      if !evidence, let raw = try await UnreadableEventExplanation.read(id, in: log) {
        return try Printing.show(raw, lines: raw.lines, asJSON: json)
      }
      let event = try await EventExplanation(id, in: log)
      if evidence { return try Printing.bytes(Data(try await event.evidence)) }
      try Printing.show(event.item, lines: event.lines, asJSON: json)
    }
  }
}
