import ArgumentParser
import HTTP
import Outbox
import Server

/// The command that counts the jobs of the outbox.
struct OutboxSummary: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "summary",
    abstract: "Count pending and dead-lettered jobs by kind and reason, with the oldest of each.")

  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let body = try await OutboxCommand.with(try options.settings()) { jobs in
      JobSummaryBody(try await jobs.summary())
    }
    try Printing.show(body, lines: body.lines, asJSON: json)
  }
}

extension JobSummaryBody {
  fileprivate var lines: [String] {
    guard total > 0 else { return ["No job is pending or dead-lettered."] }
    return groups.map { group in
      [
        "\(group.count)", group.kind.rawValue, group.state.rawValue,
        group.reason ?? "not attempted yet", group.app, group.environment,
        "oldest \(group.oldestAt)", "next \(group.nextDueAt)",
      ].compactMap(\.self).joined(separator: "  ")
    } + ["\(total) in all"]
  }
}
