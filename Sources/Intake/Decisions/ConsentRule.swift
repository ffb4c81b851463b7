import EventStore
import Ledger

/// The consent and the alias of an account name, read from the account's stream.
struct ConsentBook: Sendable {
  fileprivate(set) var consent: ConsumptionConsent
  private var aliases: AccountAliases

  init(_ account: AccountReference) {
    consent = ConsumptionConsent(account)
    aliases = AccountAliases(account)
  }

  /// The account that this name is an alias of; nil if the name is an account itself.
  var aliasOf: AccountReference? { aliases.leader }

  /// True if the account of this name was decided.
  var isDecided: Bool { aliases.isKnown }

  /// The generation of the name.
  var generation: Int { aliases.generation }

  mutating func evolve(with event: LedgerEvent) {
    consent.evolve(with: event)
    aliases.evolve(with: event)
  }
}

/// A decision on an account's consent, made under the lock of the account's lane.
struct ConsentRule: Decider {
  let account: AccountReference
  let bundleID: BundleID
  let environment: StoreEnvironment
  let given: Bool
  /// The moment of the decision, by the caller's clock.
  let decidedAt: Instant

  enum Verdict: Sendable {
    case decided
    /// The name is an alias of this account, which the caller asks instead.
    case elsewhere(AccountReference)
  }

  var stream: StreamID { .account(account) }
  var initial: ConsentBook { ConsentBook(account) }

  func evolve(_ book: inout ConsentBook, with event: LedgerEvent) { book.evolve(with: event) }

  /// Decides the consent. A name that gives or withdraws consent becomes an account, so it can no
  /// longer become an alias.
  func decide(
    on book: ConsentBook, at moment: Instant
  ) -> (verdict: Verdict, events: [LedgerEvent]) {
    if let account = book.aliasOf { return (.elsewhere(account), []) }
    let change = book.consent.decide(
      given: given, in: bundleID, environment: environment, at: decidedAt)
    let own = AccountAliased(
      environment: environment, bundleID: bundleID, alias: account, account: account,
      generation: book.generation, decidedAt: decidedAt)
    let naming: [LedgerEvent] = book.isDecided ? [] : [.account(.accountAliased(own))]
    return (.decided, naming + [change].compactMap(\.self).map { .account(.consentChanged($0)) })
  }
}
