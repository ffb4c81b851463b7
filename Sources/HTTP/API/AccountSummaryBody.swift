import Ledger
import Outbox

/// The JSON form of the summary of an account.
struct AccountSummaryBody: Encodable, Sendable {
  /// The most jobs that are listed of an environment, the oldest first.
  static let jobsMax = 100

  /// The part of an account that is in one environment.
  struct Place: Sendable {
    let environment: StoreEnvironment
    /// The name that the account goes by; nil if it was forgotten.
    let account: AccountID?
    let aliases: [AccountID]
    let consent: ConsentChanged?
    let balances: [DividedBalance]
    let jobs: [JobStatus]
  }

  let account: String
  private(set) var at: String
  private(set) var position: String
  let environments: [Environment]
  let entitlements: [EntitlementBody]
  let subscriptions: [SubscriptionBody]

  struct Environment: Encodable, Sendable {
    let environment: StoreEnvironment
    /// The account that the asked one was merged into or is an alias of, or itself.
    let account: Nullable<String>
    let aliases: [String]
    let consent: ConsentTold
    let balances: [WalletBody.Balance]
    let pendingJobs: [JobBody]
  }

  init(
    of account: AccountID, _ places: [Place], _ entitlements: [Entitlement],
    _ subscriptions: [SubscriptionStatus], at moment: Instant, position: String
  ) {
    self.account = account.rawValue
    at = moment.description
    self.position = position
    environments = places.map(Environment.init)
    self.entitlements = entitlements.map(EntitlementBody.init)
    self.subscriptions = subscriptions.map(SubscriptionBody.init)
  }

  /// The summary without the moment and the position of the answer.
  var content: AccountSummaryBody {
    var content = self
    (content.at, content.position) = ("", "")
    return content
  }
}

extension AccountSummaryBody.Environment {
  fileprivate init(_ place: AccountSummaryBody.Place) {
    environment = place.environment
    account = Nullable(place.account?.rawValue)
    aliases = place.aliases.map(\.rawValue).sorted()
    consent = ConsentTold(place.consent)
    balances = place.balances.map { WalletBody.Balance($0, in: place.environment) }
    pendingJobs = place.jobs.map(JobBody.init)
  }
}
