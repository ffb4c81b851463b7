import ArgumentParser
import HTTP
import Server

/// The command that makes lost rows of reconciliation again.
struct ReconcileRepair: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Make rows of reconciliation again that the log owes and `verify` misses.",
    discussion: """
      Reads the lanes again in which the cursor of a purchase is missing or altered. Apple is then asked about \
      those purchases again, by a server or by `daicho reconcile run`. Can run beside a server. An event \
      records who did so, unless nothing was missing.
      """)

  @OptionGroup var options: SettingsOptions
  @OptionGroup var act: ActOptions
  @Flag(help: "Print {\"rows\", \"lanes\"}.")
  var json = false

  func run() async throws {
    let body = try await RepairedCursorsBody.repairing(
      try options.settings(), signed: act.signature)
    try Printing.show(body, lines: [body.sentence], asJSON: json)
  }
}
