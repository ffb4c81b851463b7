import AppStoreSimulator
import ArgumentParser
import Foundation
import Release

@main
struct DaichoAppStore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daicho-appstore",
    abstract: "A simulated App Store, to test a ledger or a game's purchases with.",
    discussion: """
      This App Store runs on a laptop. It sells the products of an Xcode .storekit file, signs as \
      Apple does under a root of its own, and answers as the App Store Server API. It sends \
      notifications to a ledger, with retries, injects faults on request, and knows the truth \
      about every customer. A ledger trusts it only if DAICHO_TRUST_ROOTS names its roots: \
      root.pem, and receipt-root.pem for receipts.

      START. The keys, the root certificates and the ledger's configuration are in one directory. \
      `prepare` prints the two settings of the ledger, which its commands find in .daicho/env:

        mkdir -p .daicho && daicho-appstore prepare --home shop >.daicho/env
        daicho serve >serve.log 2>&1 &
        daicho-appstore serve --home shop --ledger http://127.0.0.1:8080 >store.log 2>&1 &

      PURCHASES. Each is one request; http://127.0.0.1:8099/control is the manual:

        curl http://127.0.0.1:8099/control/customers -d '{"name":"ada"}'
        curl http://127.0.0.1:8099/control/customers/ada/purchases \\
          -d '{"productId":"com.example.game.gems.100"}'

      The answer holds the signed transaction that a game would post to /v1/transactions.

      TIME. The clock runs as the real one does. A clock that begins earlier can be advanced, or \
      run a year in a minute. It never passes the real clock, because no ledger trusts future \
      dates. Query the ledger about a past moment with ?at=.

        daicho-appstore serve --home shop --ledger … --from 2025-11-21T00:00:00Z --speed 0
        curl http://127.0.0.1:8099/control/clock/advance -d '{"by":"P1M"}'

      LIVES. Customers who act at random, and a check of the ledger's answers about them:

        daicho-appstore serve --home shop --ledger … --from 2025-11-21T00:00:00Z \\
          --speed 525600 --customers 200 --ledger-key-file key
        daicho-appstore check --ledger http://127.0.0.1:8080 --ledger-key-file key --when-present

      They act until today at 00:00 UTC, or --until. The same command on the same day repeats the \
      same lives.

      COINS. The coins that the game's products grant, for the ledger to publish. With --coins and \
      a key of scopes read and grants, `check` compares them too:

        daicho-appstore catalog > catalog.json
        daicho catalog publish catalog.json --from 2025-11-21

      REPORTS. The files that App Store Connect offers about the store's sales, to reconcile with:

        daicho-appstore reports --from 2026-01-01 --to 2026-02-01 --out apple
      """,
    version: ProgramVersion.line,
    subcommands: [
      PrepareCommand.self, ServeCommand.self, CheckCommand.self, AccountCommand.self,
      PrintCatalogCommand.self, ReportsCommand.self, TokenCommand.self,
    ])
}

struct AccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Print the account that owns the most in an open store, to query the ledger with.")

  @OptionGroup var store: StoreOption

  func run() async throws {
    let accounts = try await store.client.truth().accounts
    let richest = accounts.max { left, right in
      (left.owned.count, left.grants.count) < (right.owned.count, right.grants.count)
    }
    guard let richest else {
      throw CommandFailure("The store at \(store.appstore.url) has no customers.")
    }
    print(richest.account)
  }
}

struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Print a bearer token for the Server API that is valid for five minutes.",
    discussion: """
        curl -H "Authorization: Bearer $(daicho-appstore token --home shop)" \\
          http://127.0.0.1:8099/inApps/v2/history/200000010000000
      """)

  @OptionGroup var home: HomeOption

  func run() throws {
    let app = try PreparedStore.app(in: home.directory)
    print(try home.use { try home.signerHome.developerKey().token(for: app.bundleID, at: .now) })
  }
}
