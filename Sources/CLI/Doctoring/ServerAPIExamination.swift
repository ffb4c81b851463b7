package import AppStore
import Intake
import Ledger

/// Asks Apple something cheap about each app, to see whether its key is good for anything.
package struct ServerAPIExamination: Sendable {
  /// Milliseconds of the notification history that are asked for.
  private static let window: Int64 = 60_000

  private let settings: Settings
  private let surroundings: ServerAPISurroundings

  package init(_ settings: Settings) {
    self.init(settings, in: .present)
  }

  package init(_ settings: Settings, in surroundings: ServerAPISurroundings) {
    self.settings = settings
    self.surroundings = surroundings
  }

  /// Nothing where the file of the apps cannot be read: that is told already.
  package func findings() async -> [Finding] {
    guard let file = settings.appsFile else { return [] }
    // What is wrong with the file is told by the finding about the apps.
    guard let entries = try? AppsFile.entries(file) else { return [] }
    var findings: [Finding] = []
    for entry in entries { findings += await self.findings(entry) }
    return findings
  }

  private func findings(_ entry: AppEntry) async -> [Finding] {
    let bundleID = entry.app.bundleID
    let check = "Server API of \(bundleID)"
    guard let settings = entry.serverAPI else { return [Self.withoutKey(check)] }
    do throws(SettingsError) {
      let client = try settings.client(for: bundleID, timeout: .seconds(10), in: surroundings)
      let environments = ServerAPIEnvironment.allCases.filter { environment in
        entry.app.environments.contains { $0.rawValue == environment.rawValue }
      }
      return await findings(check, client, environments)
    } catch {
      return [.fail(check, error.description, remedy: "correct the file and look again")]
    }
  }

  private func findings(
    _ check: String, _ client: ServerAPIClient, _ environments: [ServerAPIEnvironment]
  ) async -> [Finding] {
    var troubles: [ServerAPIEnvironment: ServerAPIError] = [:]
    for environment in environments {
      troubles[environment] = await trouble(client, environment)
    }
    let isKnown = troubles.count < environments.count
    return environments.map { environment in
      Self.finding("\(check) in \(environment.rawValue)", troubles[environment], isKnown: isKnown)
    }
  }

  /// Nil where Apple answers.
  private func trouble(
    _ client: ServerAPIClient, _ environment: ServerAPIEnvironment
  ) async -> ServerAPIError? {
    let now = surroundings.now()
    let start = Timestamp(milliseconds: now.milliseconds - Self.window)
    do throws(ServerAPIError) {
      _ = try await client.notificationHistory(.init(from: start, to: now), in: environment)
      return nil
    } catch {
      return error
    }
  }
}

extension ServerAPIExamination {
  static func withoutKey(_ check: String) -> Finding {
    .warn(
      check, "there is no key: Apple is asked nothing",
      remedy: "give issuerId, keyId and privateKeyFile in DAICHO_APPS; until then a notification "
        + "that was lost stays lost, and histories, finishing and Apple's questions are left undone"
    )
  }

  /// - Parameter isKnown: whether Apple answers in the other environment.
  static func finding(_ check: String, _ trouble: ServerAPIError?, isKnown: Bool) -> Finding {
    guard let trouble else { return .ok(check, "Apple accepts the key") }
    switch trouble.verdict {
    case .configuration where isKnown:
      return .warn(
        check, trouble.description,
        remedy:
          "the key is good in the other environment: an app that was never released is unknown "
          + "to Production, else look again later")
    case .configuration:
      return .fail(
        check, trouble.description,
        remedy:
          "compare issuerId, keyId and privateKeyFile with App Store Connect, Users and Access, "
          + "Integrations, In-App Purchase; bundleId with the app; and this clock with the time")
    case .retry, .never:
      return .warn(
        check, trouble.description,
        remedy: "let this machine reach that host by HTTPS and look again; purchases are recorded "
          + "meanwhile, and what is owed to Apple waits")
    }
  }
}
