import EventStore
import Ledger

/// What an account's stream says of its consent, and of whom its name stands for.
struct ConsentBook: Sendable {
  fileprivate(set) var consent: ConsumptionConsent
  private var aliases: AccountAliases

  init(_ account: AccountReference) {
    consent = ConsumptionConsent(account)
    aliases = AccountAliases(account)
  }

  /// The account this name is an alias of; nil where it stands for itself.
  var aliasOf: AccountReference? { aliases.isAlias ? aliases.aliasOf : nil }

  /// Whether it was decided what the name stands for.
  var isDecided: Bool { aliases.aliasOf != nil }

  mutating func evolve(with event: LedgerEvent) {
    consent.evolve(with: event)
    aliases.evolve(with: event)
  }
}

/// Decides on an account's consent under the lock of its lane.
struct ConsentRule: Decider {
  let account: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
  let given: Bool
  /// By the clock of whoever asks, as every decision of ours.
  let decidedAt: Instant

  enum Verdict: Sendable {
    case decided
    /// The name is an alias of this account: it is to be asked.
    case elsewhere(AccountReference)
  }

  var stream: StreamID { .account(account) }
  var initial: ConsentBook { ConsentBook(account) }

  func evolve(_ book: inout ConsentBook, with event: LedgerEvent) { book.evolve(with: event) }

  /// Who says something under a name uses it as an account: it can be nobody's alias any more.
  func decide(
    on book: ConsentBook, at moment: Instant
  ) -> (verdict: Verdict, events: [LedgerEvent]) {
    if let account = book.aliasOf { return (.elsewhere(account), []) }
    let change = book.consent.decide(
      given: given, in: bundleID, environment: environment, at: decidedAt)
    guard let change else { return (.decided, []) }
    let own = AccountAliased(
      environment: environment, bundleID: bundleID, alias: account, account: account,
      decidedAt: decidedAt)
    return (
      .decided, (book.isDecided ? [] : [.accountAliased(own)]) + [.consentChanged(change)]
    )
  }
}
