import Foundation
package import Intake
import Ledger

/// The file of `DAICHO_APPS`: which apps this installation keeps the ledger of.
package enum AppsFile {
  package static func read(_ path: String) throws(SettingsError) -> [ConfiguredApp] {
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw .unreadableFile(.apps, path: path)
    }
    return try parse(Array(contents), path: path)
  }

  package static func parse(
    _ contents: [UInt8], path: String
  ) throws(SettingsError) -> [ConfiguredApp] {
    let entries: [Entry] = try JSONText.decode(contents, of: path)
    guard !entries.isEmpty else {
      throw .malformedFile(path: path, line: nil, reason: "must name at least one app")
    }
    guard Set(entries.map(\.app.bundleID)).count == entries.count else {
      throw .malformedFile(path: path, line: nil, reason: "names a `bundleId` twice")
    }
    return entries.map(\.app)
  }

  /// One app. The fields for Apple's Server API are known but not used yet.
  private struct Entry: Decodable {
    let app: ConfiguredApp

    private enum Field: String, CodingKey, CaseIterable {
      case bundleId, appAppleId, environments, link
      case issuerId, keyId, privateKeyFile, sharedSecretFile, serverApiUrl, verifyReceiptUrl

      static let unused: [Field] = [
        .issuerId, .keyId, .privateKeyFile, .sharedSecretFile, .serverApiUrl, .verifyReceiptUrl,
      ]
    }

    init(from decoder: any Decoder) throws {
      try decoder.refuseFields(unknownTo: Field.self, of: "an app")
      let container = try decoder.container(keyedBy: Field.self)
      let bundleID = try container.decode(String.self, forKey: .bundleId)
      guard !bundleID.isEmpty else {
        throw DecodingError.dataCorruptedError(
          forKey: .bundleId, in: container, debugDescription: "`bundleId` must not be empty")
      }
      for field in Field.unused { _ = try container.decodeIfPresent(String.self, forKey: field) }
      app = ConfiguredApp(
        bundleID: BundleID(bundleID), appAppleID: try Self.appAppleID(container),
        environments: try Self.environments(container),
        link: try container.decodeIfPresent(LinkField.self, forKey: .link)?.policy ?? .firstWins)
    }

    private static func appAppleID(
      _ container: KeyedDecodingContainer<Field>
    ) throws -> Int64? {
      do {
        return try container.decodeIfPresent(Int64.self, forKey: .appAppleId)
      } catch {  // a number with a fraction or too many digits is refused without a place
        throw DecodingError.dataCorruptedError(
          forKey: .appAppleId, in: container,
          debugDescription: "`appAppleId` must be a whole number")
      }
    }

    private static func environments(
      _ container: KeyedDecodingContainer<Field>
    ) throws -> Set<StoreEnvironment> {
      let names = try container.decodeIfPresent([String].self, forKey: .environments)
      guard let names else { return [.production, .sandbox] }
      let environments = names.compactMap(StoreEnvironment.init)
      guard !names.isEmpty, environments.count == names.count else {
        let known = StoreEnvironment.allCases.map(\.rawValue).joined(separator: ", ")
        throw DecodingError.dataCorruptedError(
          forKey: .environments, in: container,
          debugDescription: "`environments` must list some of \(known)")
      }
      return Set(environments)
    }
  }
}
