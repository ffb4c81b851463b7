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
    let entries: [Entry]
    do {
      entries = try JSONDecoder().decode([Entry].self, from: Data(contents))
    } catch {
      let trouble = JSONTrouble(error, in: contents)
      throw .malformedFile(path: path, line: trouble.line, reason: trouble.reason)
    }
    guard !entries.isEmpty else {
      throw .malformedFile(path: path, line: nil, reason: "must name at least one app")
    }
    guard Set(entries.map(\.app.bundleID)).count == entries.count else {
      throw .malformedFile(path: path, line: nil, reason: "names a `bundleId` twice")
    }
    return entries.map(\.app)
  }

  /// One app. The fields for Apple's Server API are known but not read yet.
  private struct Entry: Decodable {
    let app: ConfiguredApp

    private enum Field: String, CodingKey, CaseIterable {
      case bundleId, appAppleId, environments
      case issuerId, keyId, privateKeyFile, sharedSecretFile, serverApiUrl, verifyReceiptUrl
    }

    init(from decoder: any Decoder) throws {
      try Self.refuseUnknownFields(decoder)
      let container = try decoder.container(keyedBy: Field.self)
      let bundleID = try container.decode(String.self, forKey: .bundleId)
      guard !bundleID.isEmpty else {
        throw DecodingError.dataCorruptedError(
          forKey: .bundleId, in: container, debugDescription: "`bundleId` must not be empty")
      }
      app = ConfiguredApp(
        bundleID: BundleID(bundleID),
        appAppleID: try container.decodeIfPresent(Int64.self, forKey: .appAppleId),
        environments: try Self.environments(container))
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

    private static func refuseUnknownFields(_ decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyField.self)
      guard let field = container.allKeys.first(where: { Field(rawValue: $0.stringValue) == nil })
      else { return }
      let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        forKey: field, in: container,
        debugDescription: "`\(field.stringValue)` is no field of an app; there are \(known)")
    }
  }

  private struct AnyField: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
