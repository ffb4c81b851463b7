import EventStore
import Foundation
import HTTP
package import Ledger
package import Projections

/// The state of an account at a moment, and the events of its chains.
package struct AccountExplanation: Encodable {
  private let account: String
  private let at: String
  private let entitlements: [EntitlementBody]
  private let subscriptions: [SubscriptionBody]
  private let tenure: [TenureBody]
  private let wallet: WalletExplanation
  private let deliveredElsewhere: ExternalGrantsExplanation
  private let consent: ConsentExplanation
  private let events: [HistoryItem]
  private let eventsLeftOut: Int?
  package let lines: [String]

  private enum CodingKeys: CodingKey {
    case account, at, entitlements, subscriptions, tenure, wallet, deliveredElsewhere, consent
    case events, eventsLeftOut
  }

  /// - Parameters:
  ///   - known: leaves out what was recorded later.
  ///   - last: the largest number of events to list; nil for all.
  package init(
    _ account: AccountKey, from reader: Reader, at moment: Instant, knownAt known: Instant?,
    last: Int? = nil
  ) async throws {
    let entitlements = try await reader.status.entitlements(of: account, at: moment, knownAt: known)
      .value
    let subscriptions =
      try await reader.status.subscriptions(of: account, at: moment, knownAt: known).value
    let tenure = try await reader.tenure.groups(of: account, at: moment, knownAt: known).value
    let wallet = try await WalletExplanation(
      of: account, from: reader, at: moment, knownAt: known)
    let recorded = try await reader.events(of: account, knownAt: known)
    let resolution = try await reader.names.resolve(account.reference, knownAt: known)
    let consents = try await reader.history.consents(
      of: resolution.account, at: moment, knownAt: known)
    deliveredElsewhere = ExternalGrantsExplanation(
      recorded, shared: try await reader.history.events(of: .shared).known(at: known))
    consent = ConsentExplanation(of: resolution.account, consents)
    self.account = account.account.rawValue
    at = moment.description
    self.entitlements = entitlements.map(EntitlementBody.init)
    self.subscriptions = subscriptions.map(SubscriptionBody.init)
    self.tenure = tenure.map { TenureBody($0, isTraced: false) }
    self.wallet = wallet
    let decisions = try await reader.history.decisions(of: account, knownAt: known)
    let told = Set(recorded + decisions + wallet.cited)
      .sorted { ($0.recordedAt, $0.id) < ($1.recordedAt, $1.id) }
    let names = try await reader.names.names(
      in: told, knowing: [account.reference: account.account])
    let events = ToldEvents(
      told.map { HistoryItem($0, names: names.names(in: $0)) }, last: last)
    (self.events, eventsLeftOut) = (events.items, events.leftOut)
    var lines = ["Account \(account.account) at \(moment)", "", "May use:"]
    lines += entitlements.isEmpty ? ["  nothing"] : entitlements.map(\.sentence)
    lines += ["", "Subscriptions:"]
    lines += subscriptions.isEmpty ? ["  none"] : subscriptions.map(\.sentence)
    for group in tenure { lines += [""] + TenureExplanation(of: group, at: moment).lines }
    lines += ["", "Consent to tell Apple of consumption:", consent.line]
    lines += ["", "Coins:"] + wallet.lines + deliveredElsewhere.purchases.map(\.sentence)
    self.lines = lines + [""] + events.lines
  }
}

/// An account's consent to tell Apple how much of its purchases was used, with the event behind it.
private struct ConsentExplanation: Encodable {
  /// Null if it was never given or refused.
  @Nullable private var consumption: Bool?
  @Nullable private var saidAt: String?
  @Nullable private var because: String?

  /// - Parameter events: the account's known consent events and erasures.
  init(of account: AccountReference, _ events: [RecordedEvent]) {
    let consent = ConsumptionConsent(account, events)
    consumption = consent.last?.given
    saidAt = consent.last?.changedAt.description
    because = consent.last.flatMap { last in
      events.first { $0.event == .account(.consentChanged(last)) }?.id.description
    }
  }

  var line: String {
    guard let consumption, let saidAt, let because else { return "  never given" }
    return "  \(consumption ? "given" : "refused") \(saidAt)  because of \(because)"
  }
}

extension Reader {
  /// Returns every event of the chains that belonged to an account, in the order of recording.
  fileprivate func events(
    of account: AccountKey, knownAt known: Instant?
  ) async throws -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    for chain in try await chains.chains(of: account, knownAt: known).value {
      events += try await history.events(of: .chain(chain.chain))
    }
    return events.known(at: known).sorted { ($0.recordedAt, $0.id) < ($1.recordedAt, $1.id) }
  }
}

extension Entitlement {
  fileprivate var sentence: String {
    let until = expiresAt.map { "until \($0)" } ?? "for ever"
    let events = because.map(\.description).joined(separator: ", ")
    let kind = ownership == .promotional ? "promotional  " : ""
    return "  \(productID)  \(kind)\(state.rawValue)  from \(startsAt)  \(until)"
      + "\(isUncertain ? "  uncertain" : "")  because of \(events)"
  }
}
