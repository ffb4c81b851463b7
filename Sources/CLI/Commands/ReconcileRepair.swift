import ArgumentParser
import HTTP
import Server

/// The command that restores lost rows of reconciliation.
struct ReconcileRepair: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Restore rows of reconciliation that `verify` finds missing or altered.",
    discussion: """
      Reads the lanes again in which the cursor of a purchase is missing or altered. Apple is then asked about \
      those purchases again, by a server or by `daicho reconcile run`. Can run beside a server. An event \
      records who did so, unless every row is right.
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
