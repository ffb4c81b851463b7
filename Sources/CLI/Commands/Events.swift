import ArgumentParser
import Foundation
import HTTP
import Ledger
import Server

/// The commands about recorded events.
struct Events: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show, export and follow recorded events.",
    subcommands: [EventsShow.self, EventsExport.self, EventsTail.self])
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

/// The options that say which events a list is about.
struct EventFilterOptions: ParsableArguments {
  @Option(help: "Only events that name this app, by its bundle id.")
  var app: String?
  @Option(
    help: "Only events of this environment: Production, Sandbox, Xcode or LocalTesting.",
    completion: .environments)
  var environment: String?
  @Option(help: "Only events of these types, comma-separated, such as grant.made,coins.moved.")
  var types: String?

  func validate() throws { _ = try filter() }

  func filter() throws -> EventFilter {
    var filter = EventFilter()
    filter.app = app.map { BundleID($0) }
    if let environment {
      filter.environment = try EnvironmentOption.read(environment)
    }
    if let types {
      let named = EventType.allCases.filter { $0 != .reasserted }
      let kinds = try CommaSeparated.items(types).map { name in
        guard let type = named.first(where: { $0.apiName == name }) else {
          throw ValidationError(
            "--types: no event is of type `\(name)`; the types are "
              + named.map(\.apiName).joined(separator: ", ")
              + NearestName.question(name, among: named.map(\.apiName)))
        }
        return type
      }
      guard !kinds.isEmpty else { throw ValidationError("--types names no type") }
      filter.types = Set(kinds)
    }
    return filter
  }
}

struct EventsExport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print recorded events in the order of recording, each as a line of JSON.",
    discussion: """
      The lines have the words of `daicho events show --json`: accounts by their references, not by their \
      names. The last line on standard error is the position from which --from goes on, so that every \
      event is printed once. A database whose clock is never set back gives the same order every time.
      """)

  @OptionGroup var options: SettingsOptions
  @Option(
    help:
      "Continue at the position that an earlier export ended with; from the beginning without it.")
  var from: String?
  @OptionGroup var which: EventFilterOptions
  @Option(help: "The largest number of events to print; all without it.")
  var limit: Int?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit is at least 1") }
    guard from.map({ PositionToken($0) != nil }) ?? true else {
      throw ValidationError("--from takes the position that an earlier export ended with")
    }
  }

  func run() async throws {
    let (start, filter, limit) = (from.flatMap { PositionToken($0) }, try which.filter(), limit)
    let next = try await Database.withLog(try options.settings()) { log, _ in
      try await EventListing(log, filter).export(after: start, limit: limit) { event in
        try Printing.line(event)
      }
    }
    try Printing.text(["Next: --from \(next)"], to: .standardError)
  }
}

struct EventsTail: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tail", abstract: "Print the last events, and those that follow with --follow.",
    discussion:
      "With --follow it goes on until Ctrl-C. A rare type is searched for through the whole log.")

  @OptionGroup var options: SettingsOptions
  @OptionGroup var which: EventFilterOptions
  @Option(help: "The number of events to begin with, up to 1000.")
  var last = 10
  @Flag(help: "Print further events as they are recorded.")
  var follow = false
  @Flag(help: "Print each event as a line of JSON.")
  var json = false

  func validate() throws {
    guard (0...1_000).contains(last) else { throw ValidationError("--last is 0 to 1000") }
  }

  func run() async throws {
    let (settings, filter) = (try options.settings(), try which.filter())
    let (last, follows, json) = (last, follow, json)
    do {
      try await Interruption.canceling {
        try await Database.withLog(settings) { log, _ in
          let listing = EventListing(log, filter)
          func show(_ event: ListedEvent) throws {
            if json { try Printing.line(event) } else { try Printing.text(event.lines) }
          }
          let end = try await listing.tail(last, show)
          if follows { try await listing.follow(after: end, show) }
        }
      }
    } catch is CancellationError {
      // Ctrl-C is the way to end it.
    }
  }
}
