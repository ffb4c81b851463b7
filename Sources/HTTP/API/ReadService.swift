import Hummingbird
import Intake
import Ledger
import Projections

/// The common part of all reads: the account and the moment they are about, and the wait for a
/// write.
struct ReadService: Sendable {
  private static let patience: Duration = .seconds(5)

  let apps: [ConfiguredApp]
  let reader: Reader
  let now: @Sendable () -> Instant

  /// Returns the account that the address names, in the app and environment of the parameters.
  func account(_ context: APIContext, _ query: Query) throws -> AccountKey {
    let (app, environment) = try place(context, query)
    return AccountKey(
      environment: environment, bundleID: app, account: try AccountID(in: context))
  }

  /// Returns the account that the address names in each environment that the read is about: all of the
  /// app's that the key reaches for `environment=any`, Production first.
  func accounts(_ context: APIContext, _ query: Query) throws -> [AccountKey] {
    let (app, environments) = try places(context, query)
    let account = try AccountID(in: context)
    return environments.map { AccountKey(environment: $0, bundleID: app, account: account) }
  }

  /// Returns the account that the address of a write names. A new name follows the rule for names.
  func writtenAccount(_ context: APIContext, _ query: Query) async throws -> AccountKey {
    let key = try account(context, query)
    try await check(key.account, of: [key.bundleID])
    return key
  }

  /// Throws a problem if a write may not give an account of these apps this name.
  func check(_ account: AccountID, of apps: [BundleID]) async throws {
    if let fault = try await PlainName.fault(
      recording: account, of: apps, by: reader.names)
    {
      throw Problem.invalid("account", fault, code: "invalid_account")
    }
  }

  /// Returns the entitlements of an account in some environments, in their order.
  func entitlements(
    of accounts: [AccountKey], _ query: Query, at moment: Instant
  ) async throws -> Answer<[Entitlement]> {
    let (known, patience) = (try query.knownAt(), try query.overdueFor())
    // Reads of one account share their round trips with those of others.
    if accounts.count == 1 {
      return try await reader.status.entitlements(
        of: accounts[0], at: moment, knownAt: known, overdueFor: patience)
    }
    let answer = try await reader.status.entitlements(
      of: accounts, at: moment, knownAt: known, overdueFor: patience)
    return Answer(answer.value.flatMap(\.self), at: answer.position, unknown: answer.unknown)
  }

  /// Returns the subscriptions of an account in some environments, in their order.
  func subscriptions(
    of accounts: [AccountKey], _ query: Query, at moment: Instant
  ) async throws -> Answer<[SubscriptionStatus]> {
    let known = try query.knownAt()
    if accounts.count == 1 {
      return try await reader.status.subscriptions(of: accounts[0], at: moment, knownAt: known)
    }
    let answer = try await reader.status.subscriptions(of: accounts, at: moment, knownAt: known)
    return Answer(answer.value.flatMap(\.self), at: answer.position, unknown: answer.unknown)
  }

  func moment(_ query: Query) throws -> Instant {
    try query.at() ?? now()
  }

  /// Waits until the answer covers `minPosition`, for at most five seconds.
  func wait(_ query: Query) async throws {
    guard let position = try await minPosition(query) else { return }
    try await reader.positions.wait(for: position, within: Self.patience)
  }

  /// Throws `ProjectionError.positionNotReached` if the log lacks what the answer must cover. For reads of the
  /// log itself, which need not be waited for.
  func requireRecorded(_ query: Query) async throws {
    guard let position = try await minPosition(query) else { return }
    guard try await reader.positions.hasRecorded(position) else {
      throw ProjectionError.positionNotReached
    }
  }

  /// Returns the app and the environment that a request is about. Throws a problem if the key does
  /// not reach them.
  func place(
    _ context: APIContext, _ query: Query
  ) throws(Problem) -> (app: BundleID, environment: StoreEnvironment) {
    let app = try app(query)
    let environment = try environment(query, of: app)
    try context.reach.admit(app, in: environment)
    return (app, environment)
  }

  /// Returns the app and the environments that a request is about, Production first. Of all, those that the
  /// key does not reach are left out.
  ///
  /// - Parameter isOfAll: returns true for a request about all environments of its app: by default for `any`,
  ///   which reads take.
  func places(
    _ context: APIContext, _ query: Query,
    ofAllIf isOfAll: (Query) -> Bool = \.isOfAnyEnvironment
  ) throws(Problem) -> (app: BundleID, environments: [StoreEnvironment]) {
    guard isOfAll(query) else {
      let (app, environment) = try place(context, query)
      return (app, [environment])
    }
    let app = try app(query)
    return (app, try reached(context, of: app))
  }

  /// Returns the environments of an app that the key reaches, Production first. Throws a problem if it reaches
  /// none.
  private func reached(
    _ context: APIContext, of app: BundleID
  ) throws(Problem) -> [StoreEnvironment] {
    try context.reach.admit(app)
    let configured = apps.first { $0.bundleID == app }?.environments ?? []
    let reached = configured.filter { context.reach.contains(app, in: $0) }
    if reached.isEmpty {
      for environment in configured.inOrder { try context.reach.admit(environment) }
    }
    return reached.inOrder
  }

  /// Returns the app and the environment to which a request about something with an id of its own
  /// is narrowed, each nil if the request names none. Throws a problem if the key does not reach
  /// them.
  ///
  /// - Parameter isRead: true for a read, which `any` does not narrow.
  func narrowing(
    _ context: APIContext, _ query: Query, isRead: Bool = false
  ) throws(Problem) -> (app: BundleID?, environment: StoreEnvironment?) {
    let app = try query.app(among: apps)
    let environment = try isRead && query.isOfAnyEnvironment ? nil : query.environment()
    if let app { try context.reach.admit(app) }
    if let environment { try context.reach.admit(environment) }
    return (app, environment)
  }

  /// Returns the named environment, by default the only one, or else Production. Throws a problem if the
  /// app, or each app if none is given, is configured for others only: the answer would be empty
  /// whatever was bought.
  func environment(_ query: Query, of app: BundleID?) throws(Problem) -> StoreEnvironment {
    let asked = apps.filter { app == nil || $0.bundleID == app }
    let environments = Set(asked.flatMap(\.environments))
    let usual = environments.count == 1 ? environments.first : nil
    let environment = try query.environment() ?? usual ?? .production
    guard asked.contains(where: { $0.environments.contains(environment) }) else {
      throw .environmentNotConfigured(environment, for: asked)
    }
    return environment
  }

  /// Returns the app that a request about its catalog names. A catalog is that of all environments: one that
  /// is named must be the app's and in the key's reach, and changes nothing else.
  ///
  /// - Parameter isRead: true for a read, which takes `any`.
  func sold(
    _ context: APIContext, _ query: Query, isRead: Bool
  ) throws(Problem) -> BundleID {
    if query[.environment] != nil {
      return try places(context, query, ofAllIf: { isRead && $0.isOfAnyEnvironment }).app
    }
    let app = try app(query)
    try context.reach.admit(app)
    return app
  }

  /// Returns the named app; by default the only one configured.
  private func app(_ query: Query) throws(Problem) -> BundleID {
    if let named = try query.app(among: apps) { return named }
    guard apps.count == 1, let only = apps.first else {
      throw .badRequest(
        "app_required", "More than one app is configured; name one by `app=<bundle id>`.")
    }
    return only.bundleID
  }

  /// Returns a position as callers see it, with the ledger's epoch.
  func token(_ position: Position) -> String { reader.positions.token(position).description }

  /// Returns the position that the answer must cover; nil if the request names none. Reads never
  /// wait for the shared lane.
  func minPosition(_ query: Query) async throws -> Position? {
    guard let token = try query.minPosition(in: reader.positions.lanes) else { return nil }
    let position = try await position(of: token, .minPosition)
    return Position(position.lanes.filter { $0.key != 0 })
  }

  /// Returns the end of the previous page, or the beginning if the request names none.
  func after(_ query: Query) async throws -> Position {
    guard let token = try query.after() else { return Position() }
    return try await position(of: token, .after)
  }

  func position(of token: PositionToken, _ name: Query.Name) async throws -> Position {
    guard try await reader.positions.isCurrent(token) else {
      let shared = try await reader.positions.shared(with: token)
      throw Problem.epochChanged(name.rawValue, from: shared)
    }
    return token.position
  }
}

extension AccountID {
  /// Reads an account that a caller asks about.
  init(reading text: String) throws(Problem) {
    if let fault = PlainName.fault(seeking: text) {
      throw .invalid("account", fault, code: "invalid_account")
    }
    self.init(text)
  }

  /// Reads the `{account}` of an address.
  init(in context: APIContext) throws {
    try self.init(reading: try context.part("account") ?? "")
  }
}
