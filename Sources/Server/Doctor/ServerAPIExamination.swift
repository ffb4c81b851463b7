package import AppStore
import Intake
import Ledger

/// The doctor's examination of the Server API: a cheap request for each app shows if its key works.
package struct ServerAPIExamination: Sendable {
  /// The length of notification history that is requested, in milliseconds.
  private static let window: Int64 = 60_000
  /// The time of a request, less than the doctor's.
  private static let timeout: Duration = .seconds(4)

  private let settings: Settings
  private let context: ServerAPIContext

  package init(_ settings: Settings) {
    self.init(settings, in: .present)
  }

  package init(_ settings: Settings, in context: ServerAPIContext) {
    self.settings = settings
    self.context = context
  }

  /// Returns the findings; none if the apps file cannot be read, which another finding reports.
  package func findings() async -> [Finding] {
    guard let file = settings.appsFile else { return [] }
    // The finding about the apps reports what is wrong with the file.
    guard let entries = try? AppsFile.entries(file) else { return [] }
    return await withTaskGroup(of: (Int, [Finding]).self) { group in
      for (index, entry) in entries.enumerated() {
        group.addTask { (index, await self.findings(entry)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }.sorted { $0.0 < $1.0 }.flatMap(\.1)
  }

  private func findings(_ entry: AppEntry) async -> [Finding] {
    let bundleID = entry.app.bundleID
    let check = "Server API of \(bundleID)"
    guard let settings = entry.serverAPI else { return [Self.withoutKey(check)] }
    do throws(SettingsError) {
      let client = try settings.client(for: bundleID, timeout: Self.timeout, in: context)
      let environments = ServerAPIEnvironment.allCases.filter { environment in
        entry.app.environments.contains { $0.rawValue == environment.rawValue }
      }
      return await findings(check, client, environments)
    } catch {
      return [.fail(check, error.description, remedy: "correct the file and run this again")]
    }
  }

  private func findings(
    _ check: String, _ client: ServerAPIClient, _ environments: [ServerAPIEnvironment]
  ) async -> [Finding] {
    let failures = await withTaskGroup(of: (ServerAPIEnvironment, ServerAPIError?).self) { group in
      for environment in environments {
        group.addTask { (environment, await failure(client, environment)) }
      }
      return await group.reduce(into: [ServerAPIEnvironment: ServerAPIError]()) { $0[$1.0] = $1.1 }
    }
    let isKnown = failures.count < environments.count
    return environments.map { environment in
      Self.finding("\(check) in \(environment.rawValue)", failures[environment], isKnown: isKnown)
    }
  }

  /// Returns the error of a request; nil if Apple answers.
  private func failure(
    _ client: ServerAPIClient, _ environment: ServerAPIEnvironment
  ) async -> ServerAPIError? {
    let now = context.now()
    let start = Timestamp(milliseconds: now.milliseconds - Self.window)
    do throws(ServerAPIError) {
      _ = try await client.notifications.history(.init(from: start, to: now), in: environment)
      return nil
    } catch {
      return error
    }
  }
}

extension ServerAPIExamination {
  static func withoutKey(_ check: String) -> Finding {
    .warn(
      check, "there is no key: nothing is requested from Apple",
      remedy: "give issuerId, keyId and privateKeyFile in DAICHO_APPS; until then lost "
        + "notifications stay lost, no history is read, no transaction is finished and no "
        + "consumption request is answered"
    )
  }

  /// - Parameter isKnown: true if Apple answers in the other environment.
  static func finding(_ check: String, _ failure: ServerAPIError?, isKnown: Bool) -> Finding {
    guard let failure else { return .ok(check, "Apple accepts the key") }
    switch failure.verdict {
    case .configuration where isKnown:
      return .warn(
        check, failure.description,
        remedy:
          "the key works in the other environment: an app that was never released is unknown "
          + "to Production; otherwise try again later")
    case .configuration:
      return .fail(
        check, failure.description,
        remedy:
          "compare issuerId, keyId and privateKeyFile with App Store Connect, Users and Access, "
          + "Integrations, In-App Purchase; bundleId with the app; and this machine's clock with "
          + "the time"
      )
    case .retry, .never:
      let remedy =
        failure.status == nil
        ? "let this machine reach that host by HTTPS and run this again"
        : "run this again later: the host answers, with an error of its own, which passes by itself at Apple"
      return .fail(
        check, failure.description,
        remedy: remedy + "; purchases are recorded meanwhile, and jobs for Apple wait")
    }
  }
}
