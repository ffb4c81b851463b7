package import AppStore
package import EventStore
package import Ledger

/// The only way into the log: its parts verify documents, translate them, decide, and append events
/// and evidence once.
package final class Intake: Sendable {
  package let legacy: LegacyReader
  package let notifications: NotificationIntake
  package let transactions: TransactionIntake
  package let documents: DocumentIntake

  package let names: NameDecisions
  package let links: LinkDecisions
  package let merges: MergeDecisions
  package let tokens: TokenDecisions
  package let erasures: ErasureDecisions
  package let consents: ConsentDecisions
  package let promotions: PromotionDecisions

  package let catalogs: CatalogDecisions
  package let commission: CommissionDecisions
  package let settlements: SettlementDecisions
  package let installation: InstallationDecisions

  package let wallets: Wallets
  package let walletDecisions: WalletDecisions
  package let acknowledgements: AcknowledgementDecisions
  package let deliveries: DeliveryReader
  package let settledChains: SettledChains
  package let untoldTypes: UntoldTypes

  let recorder: EventRecorder
  let accounts: AccountReader

  /// - Parameters:
  ///   - receipts: the verifier of app receipts.
  ///   - secrets: the shared secrets, by which notifications of version 1 are authenticated.
  package init(
    apps: [ConfiguredApp], verifier: PayloadVerifier,
    receipts: AppReceiptVerifier = AppReceiptVerifier(),
    secrets: [BundleID: SharedSecret] = [:], log: EventLog, now: @escaping @Sendable () -> Instant
  ) {
    let admission = Admission(apps)
    let sharedState = SharedStateCache(log)
    recorder = EventRecorder(log: log, now: now)
    accounts = AccountReader(log)
    wallets = Wallets(log)
    legacy = LegacyReader(admission: admission, secrets: secrets, receipts: receipts)
    let ownership = ChainOwnerDecisions(
      recorder: recorder, admission: admission, accounts: accounts)
    settledChains = SettledChains(log)
    let storedNames = StoredNames(log)
    let judge = TransactionJudge(
      admission: admission, verifier: verifier, legacy: legacy, now: now)

    names = NameDecisions(
      recorder: recorder, admission: admission, accounts: accounts, ownership: ownership)
    links = LinkDecisions(recorder: recorder, accounts: accounts, ownership: ownership)
    merges = MergeDecisions(
      recorder: recorder, admission: admission, accounts: accounts, names: names, wallets: wallets)
    tokens = TokenDecisions(recorder: recorder, accounts: accounts, ownership: ownership)
    erasures = ErasureDecisions(recorder: recorder, accounts: accounts, ownership: ownership)
    consents = ConsentDecisions(recorder: recorder, names: names)
    promotions = PromotionDecisions(
      recorder: recorder, accounts: accounts, names: names, sharedState: sharedState)

    notifications = NotificationIntake(
      recorder: recorder, reader: NotificationReader(admission: admission, verifier: verifier),
      legacy: legacy, ownership: ownership)
    untoldTypes = UntoldTypes(accounts: accounts, sharedState: sharedState)
    let receiptsOfOldDevices = TransactionReceiptIntake(
      recorder: recorder, admission: admission, names: names, ownership: ownership, links: links,
      untoldTypes: untoldTypes)
    transactions = TransactionIntake(
      recorder: recorder, accounts: accounts, names: names, ownership: ownership,
      judge: judge, receipts: receiptsOfOldDevices,
      grantingPosts: GrantingPosts(
        recorder: recorder, names: names, ownership: ownership, wallets: wallets,
        sharedState: sharedState, settledChains: settledChains, storedNames: storedNames),
      untoldTypes: untoldTypes)
    documents = DocumentIntake(
      recorder: recorder, admission: admission, verifier: verifier, legacy: legacy,
      ownership: ownership, judge: judge, notifications: notifications,
      receipts: receiptsOfOldDevices)

    catalogs = CatalogDecisions(recorder: recorder, sharedState: sharedState)
    commission = CommissionDecisions(recorder: recorder)
    settlements = SettlementDecisions(recorder: recorder)
    installation = InstallationDecisions(recorder: recorder)
    walletDecisions = WalletDecisions(
      recorder: recorder, names: names, wallets: wallets, sharedState: sharedState,
      storedNames: storedNames)
    acknowledgements = AcknowledgementDecisions(recorder: recorder)
    deliveries = DeliveryReader(
      log: log, accounts: accounts, wallets: wallets, sharedState: sharedState)
  }

  /// The log, for reading.
  package var eventLog: EventLog { recorder.log }

  /// Returns a position as callers outside see it.
  package func token(_ position: Position) -> PositionToken { recorder.log.token(position) }
}
