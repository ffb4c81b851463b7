import AppStoreSimulator
import ArgumentParser
import AsyncHTTPClient
import Foundation

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compare a ledger's answers with the truth of an open store.",
    discussion: """
      Stops the store's clock, sends all pending messages and waits until the ledger has processed \
      them. Then compares what every account owns, the status of every subscription and the days \
      of paid service, and starts the clock again. With --coins it also compares every grant and \
      the balance of every wallet. Exit code 1 if one answer differs.
      """)

  @OptionGroup var store: StoreOption

  @Option(
    help: ArgumentHelp("The ledger's address, such as http://127.0.0.1:8080.", valueName: "url"))
  var ledger: ServerAddress

  @Option(
    help: ArgumentHelp("A file with the ledger's API key, of scope read.", valueName: "file"))
  var ledgerKeyFile: KeyFile

  @Flag(
    help: """
      Compare coins too: needs the output of `catalog` in the ledger and a key of scope grants.
      """)
  var coins = false

  @Flag(help: "Wait until the store's clock has reached the present.")
  var whenPresent = false

  func run() async throws {
    let (store, key) = (store.client, try ledgerKeyFile.key())
    if whenPresent { try await Arrival(of: store).wait() }
    let (truths, findings) = try await store.withStandingClock {
      let moment = try await store.deliverEverything().now
      let body = try await store.truth(at: moment)
      guard !body.customers.isEmpty else {
        throw CommandFailure("The store at \(store.url) has no customers to check.")
      }
      return (body.accounts, try await compare(body, key))
    }
    say(figures(truths, findings))
    if !findings.isEmpty { throw ExitCode.failure }
  }

  /// Compares the ledger's answers with the truth once the ledger has caught up.
  private func compare(_ body: TruthBody, _ key: String) async throws -> [Inquiry.Finding] {
    let reader = LedgerReader(
      of: ledger.url, key: key, bundleID: body.app, through: StoreClient.client)
    do {
      try await reader.waitUntilCaughtUp()
      return try await Inquiry(
        of: reader, asksCoins: coins, restoredCopies: body.restoredCopies
      ).findings(against: body.accounts, asked: .now)
    } catch let rejected as LedgerReader.Rejected {
      guard [401, 403].contains(rejected.status) else { throw rejected }
      throw CommandFailure(
        "The ledger answers \(rejected.status): the key in --ledger-key-file needs "
          + (coins ? "the scopes read and grants." : "the scope read."))
    } catch is DecodingError {
      throw CommandFailure("The server at \(ledger.url) is not a ledger.")
    } catch let error as HTTPClientError where error == .deadlineExceeded {
      throw CommandFailure("The ledger at \(ledger.url) does not answer.")
    } catch {
      throw CommandFailure("No ledger answers at \(ledger.url).")
    }
  }

  private func figures(_ truths: [AccountTruth], _ findings: [Inquiry.Finding]) -> String {
    let owned = truths.map(\.owned.count).reduce(0, +)
    let subscriptions = truths.map(\.subscriptions.count).reduce(0, +)
    let days = truths.flatMap(\.paidService).map(\.daysOfPaidService).reduce(0, +)
    let total =
      "\(truths.count) accounts checked: \(owned) entitlements and \(subscriptions) subscriptions; "
      + "\(findings.count) accounts differ from the truth. \(days) days of paid service were compared."
      + (coins ? " \(Self.coinFigures(truths, findings))" : "")
    return ([total] + findings.prefix(20).map(\.description)).joined(separator: "\n")
  }

  private static func coinFigures(
    _ truths: [AccountTruth], _ findings: [Inquiry.Finding]
  ) -> String {
    let possible = Set(truths.flatMap(\.possibleGrants).map(\.grant))
    let grants = truths.flatMap(\.grants) + possible
    let amount = grants.map(\.amount).reduce(0, +)
    let taken = grants.map(\.takenBack).reduce(0, +)
    return "\(grants.count) grants of \(amount) coins, \(taken) of them taken back, were compared: "
      + "\(findings.count(where: \.concernsCoins)) wallets differ."
  }
}
