import AppStore
import Foundation
import Intake
package import Ledger

/// The doctor's examination of the settings: apps and trust roots.
package struct SettingsExamination {
  private static let warningDays: Int64 = 90

  private let settings: Settings
  private let now: Instant

  package init(_ settings: Settings, now: Instant) {
    self.settings = settings
    self.now = now
  }

  package func findings() -> [Finding] {
    [apps()] + appFiles() + aliasing() + [revocation()] + roots()
  }

  private func apps() -> Finding {
    guard let file = settings.appsFile else {
      return .fail(
        "apps", "DAICHO_APPS is not set",
        remedy: #"name a JSON file such as [{"bundleId": "com.example.game"}]"#)
    }
    do {
      let apps = try AppsFile.read(file)
      return .ok("apps", apps.map(\.bundleID.rawValue).sorted().joined(separator: ", "))
    } catch {
      return .fail("apps", error.description, remedy: "correct the file and run this again")
    }
  }

  /// Reads the files that the apps name, as the server does: it stops at one that cannot be read.
  private func appFiles() -> [Finding] {
    guard let entries = settings.appsFile.flatMap({ try? AppsFile.entries($0) }) else { return [] }
    return entries.flatMap { entry -> [Finding] in
      let app = entry.app.bundleID.rawValue
      var findings: [Finding] = []
      do throws(SettingsError) {
        _ = try entry.sharedSecret
      } catch {
        findings.append(unreadable("shared secret of \(app)", "sharedSecretFile", error))
      }
      do throws(SettingsError) {
        if let root = try entry.xcodeRoot {
          findings.append(certificate(root, "Xcode's root of \(app)"))
        }
      } catch {
        findings.append(unreadable("Xcode's root of \(app)", "xcodeRootFile", error))
      }
      return findings
    }
  }

  private func unreadable(_ check: String, _ field: String, _ error: SettingsError) -> Finding {
    .fail(
      check, error.description,
      remedy: "correct the file, or its path in `\(field)`, and run this again")
  }

  /// Warns of apps whose posts may turn a token into an alias.
  private func aliasing() -> [Finding] {
    guard let apps = settings.appsFile.flatMap({ try? AppsFile.read($0) }) else { return [] }
    return apps.filter { $0.tokens == .alias }.map { app in
      .warn(
        "tokens of \(app.bundleID.rawValue)",
        "the first account that posts an unregistered token gets it as its alias",
        remedy: "register tokens from the server's own table, and leave out `\"tokens\": \"alias\"`"
      )
    }
  }

  private func revocation() -> Finding {
    let refused = settings.refusedSerials.count
    return .ok(
      "revoked certificates",
      (settings.asksIssuers ? "their issuers are asked" : "their issuers are not asked")
        + (refused == 0 ? "" : "; \(refused) refused by serial number"))
  }

  private func roots() -> [Finding] {
    [certificate(.appleG3, "trust root, Apple's built in")] + settings.trustRoots.flatMap(root)
  }

  private func root(_ entry: TrustRootEntry) -> [Finding] {
    let check = "trust root \(entry.path)"
    guard let contents = FileManager.default.contents(atPath: entry.path) else {
      return [.fail(check, "it cannot be read", remedy: "correct DAICHO_TRUST_ROOTS")]
    }
    do {
      let root = try RootCertificate(fileContents: Array(contents))
      return [certificate(root, check), entry.finding]
    } catch {
      return [.fail(check, error.description, remedy: "correct DAICHO_TRUST_ROOTS")]
    }
  }

  private func certificate(_ root: RootCertificate, _ check: String) -> Finding {
    let end = Instant(root.validTo)
    let days = (end.milliseconds - now.milliseconds) / 86_400_000
    if end < now {
      return .fail(check, "it expired on \(end)", remedy: "replace it with its successor")
    }
    if days < Self.warningDays {
      return .warn(
        check, "it expires in \(days) days", remedy: "add its successor in time")
    }
    return .ok(check, "valid until \(end)")
  }
}
