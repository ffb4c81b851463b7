import ArgumentParser

@main
struct DaichoAppStore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daicho-appstore",
    abstract: "A simulated App Store, to try a ledger or a game's purchases with.",
    discussion: """
      There is no App Store on a laptop. This one sells what a .storekit file of Xcode's names, signs \
      as Apple does under a root of its own, answers as the App Store Server API, sends notifications \
      to a ledger and again where it is not heard, behaves badly if asked to, and knows the truth of \
      every customer. A ledger believes it only if its root is named in DAICHO_TRUST_ROOTS.

      BEGINNING. The keys, the root certificate and the ledger's configuration lie in a directory:

        daicho-appstore prepare --home shop
        DAICHO_APPS=shop/apps.json DAICHO_TRUST_ROOTS=shop/root.pem daicho serve
        daicho-appstore serve --home shop --ledger http://127.0.0.1:8080

      BUYING. Everything is one request; http://127.0.0.1:8099/control is the manual:

        curl http://127.0.0.1:8099/control/customers -d '{"name":"ada"}'
        curl http://127.0.0.1:8099/control/customers/ada/purchases \\
          -d '{"productId":"com.example.game.gems.100"}'

      The answer holds the signed transaction that a game would post to /v1/transactions.

      TIME. The clock goes as the real one does. One that begins earlier can be moved, or let run a \
      year in a minute; it never passes the real clock, since no ledger believes the future. Ask the \
      ledger with ?at= of a past moment.

        daicho-appstore serve --home shop --ledger … --from 2025-11-21T00:00:00Z --speed 0
        curl http://127.0.0.1:8099/control/clock/advance -d '{"by":"P1M"}'

      LIVES. Customers who live by themselves, and whether the ledger tells the truth of them:

        daicho-appstore serve --home shop --ledger … --from 2025-11-21T00:00:00Z \\
          --speed 525600 --customers 200 --ledger-key-file key
        daicho-appstore check --ledger http://127.0.0.1:8080 --ledger-key-file key --when-present

      They live until this day at 00:00 UTC, or --until; the same command on the same day makes the \
      same lives.

      COINS. What the game gives for its goods, for the ledger to grant; with --coins and a key of \
      scopes read and grants `check` compares that too:

        daicho-appstore catalog > catalog.json
        daicho catalog publish catalog.json --from 2025-11-21
      """,
    subcommands: [
      PrepareCommand.self, ServeCommand.self, CheckCommand.self, AccountCommand.self,
      CatalogCommand.self, TokenCommand.self,
    ])
}
