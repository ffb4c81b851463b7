import ArgumentParser
import Ledger
import Server

/// The commands about stored evidence.
struct EvidenceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evidence", abstract: "Manage the keys that seal evidence.",
    subcommands: [EvidenceRewrap.self, EvidenceLostCommand.self])
}

struct EvidenceRewrap: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rewrap",
    abstract: "Wrap every data key with the first master key, so that older ones can be removed.",
    discussion: """
      To change the master key, run `daicho keyring rotate`, restart the servers, run this, and only \
      then remove the old line. The command can be stopped and run again. It goes past keys that do \
      not open, lists them, and exits with 1. An event records who did so, unless no key had to change.
      """)

  @OptionGroup var options: SettingsOptions
  @OptionGroup var act: ActOptions
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    var progress = ProgressCount()
    let done = try await DataKeyWrapping(try options.settings(), signed: act.signature) {
      progress.show($0)
    }
    progress.end()
    try Printing.show(RewrapBody(done), lines: done.lines, asJSON: json)
    if !done.isWhole { throw ExitCode.failure }
  }
}

struct EvidenceLostCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lost",
    abstract: "State that a master key is lost for good, and go on with another one.",
    discussion: """
      Concerns the data keys under this id that the file of master keys does not open. Their streams \
      get other keys, and posts of these players work again. What Apple sent for them before cannot be \
      read any more; `verify --evidence` counts it as lost. Purchases, payments and wallets stay. An \
      event records who said so, and why.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The id of the master key.")
  var id: String
  @OptionGroup var decided: OperatorOptions
  @Flag(help: "Print {\"key\",\"streams\"}.")
  var json = false

  private struct Answer: Encodable {
    let key: String
    /// The number of streams whose evidence is lost.
    let streams: Int
  }

  func run() async throws {
    try await Composition.with(try options.settings(), seals: false) { composition in
      let loss = try await MasterKeyLoss(
        of: id, author: decided.author.name, reason: decided.reason, in: composition)
      try Printing.show(
        Answer(key: id, streams: loss.streams), lines: [loss.sentence], asJSON: json)
    }
  }
}
