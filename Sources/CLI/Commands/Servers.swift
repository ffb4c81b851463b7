import ArgumentParser
import HTTP
import Server

/// The command that lists the processes of the ledger.
struct Servers: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the running servers with their version, rules, parts and last sign of life.",
    discussion: """
      A server gives a sign of life every ten seconds, and is gone from the list when it stops. One of which \
      nothing was heard for half a minute is silent: it was killed, is frozen, or is cut off from the \
      database. It is listed for a day.
      """)

  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let body = try await ServerRun.list(try options.settings())
    try Printing.show(body, lines: body.lines, asJSON: json)
  }
}
