import AppStoreSimulator
import ArgumentParser
import Foundation

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Hold a ledger's answers against the truth of an open store.",
    discussion: """
      Sends everything that is still under way, waits until the ledger has taken it in, and compares \
      what every customer owns and how every subscription stands. Exit code 1 if one answer differs.
      """)

  @Option(help: ArgumentHelp("Where the store is open.", valueName: "url"))
  var appstore = "http://127.0.0.1:\(ServeCommand.portOfDefault)"

  @OptionGroup var ledger: LedgerOptions
  @OptionGroup var app: AppOptions

  @Flag(help: "Wait until the store's clock has come up with the real one.")
  var whenPresent = false

  func validate() throws {
    guard ledger.ledger != nil else { throw ValidationError("--ledger is missing.") }
    guard ledger.ledgerKeyFile != nil else {
      throw ValidationError("--ledger-key-file is missing.")
    }
  }

  func run() async throws {
    guard let url = ledger.ledger, let key = try ledger.key() else { return }
    let store = StoreClient(url: appstore)
    if whenPresent { try await waitForPresent(of: store) }
    try await store.deliverEverything()
    let reader = LedgerReader(of: url, key: key, bundleID: app.bundleID)
    try await reader.waitUntilCaughtUp()
    let truths = try await store.truth()
    let findings = try await Inquiry(of: reader).findings(against: truths, asked: .now)
    say(figures(truths, findings))
    if !findings.isEmpty { throw ExitCode.failure }
  }

  /// Tells each month of the store's clock that has gone by.
  private func waitForPresent(of store: StoreClient) async throws {
    var month = ""
    while true {
      let now = try await store.now()
      if now.prefix(7) != month {
        month = String(now.prefix(7))
        say("In the store it is \(month).")
      }
      let behind = Date.now.timeIntervalSince(try Date(now, strategy: StoreClient.time))
      if behind < 1 { return }
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  private func figures(_ truths: [CustomerTruth], _ findings: [Inquiry.Finding]) -> String {
    let owned = truths.map(\.owned.count).reduce(0, +)
    let subscriptions = truths.map(\.standings.count).reduce(0, +)
    let total =
      "\(truths.count) customers checked: \(owned) entitlements and \(subscriptions) subscriptions; "
      + "\(findings.count) customers differ from the truth."
    return ([total] + findings.prefix(20).map(\.description)).joined(separator: "\n")
  }
}
