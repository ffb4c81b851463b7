import AppStoreSimulator
import ArgumentParser
import AsyncHTTPClient
import Foundation

struct LiveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Let an app's customers live through a year, and tell a ledger of it.",
    discussion: """
      Subscriptions begin, renew, change, lapse, fail and are refunded. What Apple would say of it \
      goes to /v1/apple/notifications, what the game would post to /v1/transactions: some of it \
      twice, none of it in order.

      With --check every customer's entitlements and subscriptions at the end of the year are held \
      against what is true. The ledger may take half a minute to catch up. Exit code 1 if anything \
      was refused or one answer differs.
      """)

  @OptionGroup var home: HomeOption
  @OptionGroup var options: YearOptions

  @Option(help: "Where the ledger listens.")
  var url: String

  @Option(
    help: ArgumentHelp("A file with an API key of scopes ingest and read.", valueName: "file"))
  var keyFile: String

  @Flag(help: "Hold the ledger's answers against the truth.")
  var check = false

  func run() async throws {
    let key = try readKey()
    let year = try options.year()
    let signer = try home.signerHome.signer()
    let ledger = LedgerClient(
      client: .shared, url: url, key: key, bundleID: options.bundleID)
    let messages = try year.messages.map { try $0.signed(by: signer) }
    let posted = try await Posting(ledger: ledger).post(year.arrivals.map { messages[$0] })
    print(posted.figures(of: year))
    var isRight = posted.refused.isEmpty
    if check {
      let checking = Checking(ledger: ledger, at: try options.end())
      let report = try await checking.check(year.expected)
      print(report.figures)
      isRight = isRight && report.disagreements.isEmpty
    }
    if !isRight { throw ExitCode.failure }
  }

  private func readKey() throws -> String {
    do {
      return try String(contentsOf: URL(filePath: keyFile), encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    } catch {
      throw ValidationError("--key-file: \(keyFile) cannot be read.")
    }
  }
}
