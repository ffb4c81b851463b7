import ArgumentParser
import HTTP
import Server

/// The command that restores lost rows of reconciliation.
struct ReconcileRepair: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Restore rows of work that `verify` finds missing or altered.",
    discussion: """
      Reads the lanes again in which the cursor of a purchase is missing or altered. Apple is then asked about \
      those purchases again, by a server or by `daicho reconcile run`. A job whose id is not that of its columns is \
      written again, if the log tells of it; a request to Apple, or content that is sealed for it, is moved to the \
      id of its columns. The state of a receipt is written again from its items; a receipt that says what the log \
      does not say, or waits for a job that is gone, is deleted, so that its client posts again. A receipt that this \
      version cannot read is left alone. Purchases that wait for their coins are decided again. The row of a \
      closed period is written again from its event, if its reports and sums are kept. Can run beside a server. An \
      event records who did so, unless every row is right.
      """)

  @OptionGroup var options: SettingsOptions
  @OptionGroup var act: ActOptions
  @Flag(help: "Print {\"rows\", \"lanes\", \"jobs\", \"receipts\", \"waits\", \"closes\"}.")
  var json = false

  func run() async throws {
    let body = try await RepairedWorkBody.repairing(
      try options.settings(), signed: act.signature)
    try Printing.show(body, lines: body.lines, asJSON: json)
  }
}
