import ArgumentParser
import Server

/// The command that verifies the ledger's promises.
struct Verify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Walk the whole log and prove that it is intact.",
    discussion: """
      Checks positions for gaps, events and their digests, keys, evidence, roots and hash chains, \
      lane by lane. Names what is broken and exits with 1. Can run beside `serve`.
      Publish the output of --head where it cannot be changed; --against proves later that nothing \
      before it was cut off or rewritten.
      """)

  @OptionGroup var options: SettingsOptions
  @Flag(help: "Also unseal the bytes received and verify Apple's signatures as of then.")
  var evidence = false
  @Flag(help: "Also compare projections with a replay.")
  var projections = false
  @Flag(help: "Also compare every wallet with the grants it follows.")
  var wallets = false
  @Flag(help: "Only print the heads of all lanes, for publication.")
  var head = false
  @Option(help: "Check that the log continues from the heads in this file.", completion: .file())
  var against: String?
  @Flag(help: "Print the report as JSON.")
  var json = false

  func validate() throws {
    guard !head || !(evidence || projections || wallets || json || against != nil) else {
      throw ValidationError("--head takes no other option: it verifies nothing")
    }
  }

  func run() async throws {
    let published = try against.map { path throws(WrongUsage) in try PublishedHead.read(path) }
    let settings = try options.settings()
    let roots = evidence ? try TrustedFiles(settings).everyRoot : nil
    let isWhole = try await Database.with(settings) { database in
      try await database.bringUpToDate()
      let log = try await database.log(try KeyringFile(settings).keyring)
      if head {
        try Printing.json(try await PublishedHead.current(log))
        return true
      }
      var verification = Verification(pool: database.pool, log: log)
      verification.roots = roots
      verification.includesProjections = projections
      verification.includesWallets = wallets
      verification.published = published
      verification.meter = { ProgressBar($0, total: $1) }
      let report = try await verification.report(now: Composition.now())
      try Printing.show(report, lines: report.lines, asJSON: json)
      return report.whole
    }
    if !isWhole { throw ExitCode(1) }
  }
}
