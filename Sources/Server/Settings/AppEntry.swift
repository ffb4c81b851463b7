import AppStore
import Foundation
import Intake
import Ledger

/// An entry of the apps file: the app, and its access to Apple's Server API.
struct AppEntry: Decodable {
  let app: ConfiguredApp
  /// The Server API settings; nil if the app has none.
  let serverAPI: ServerAPISettings?
  /// The file of the shared secret; nil if none is named.
  private let sharedSecretFile: String?
  /// The file of the certificate with which Xcode signs the app's receipts; nil if none is named.
  private let xcodeRootFile: String?
  /// The addresses that replace Apple's own, with the fields that name them.
  let appleURLs: [(field: String, url: String)]

  enum Field: String, CodingKey, CaseIterable {
    case bundleId, appAppleId, environments, link, tokens, merge
    case issuerId, keyId, privateKeyFile, serverApiUrl, serverApiSharePercent
    case finish, consumption, secondPerson
    case sharedSecretFile, versionOneBytesMax, verifyReceiptUrl, xcodeRootFile
  }

  init(from decoder: any Decoder) throws {
    try decoder.rejectFields(unknownTo: Field.self, of: "an app")
    let container = try decoder.container(keyedBy: Field.self)
    let bundleID = try container.decode(String.self, forKey: .bundleId)
    guard !bundleID.isEmpty else {
      throw DecodingError.dataCorruptedError(
        forKey: .bundleId, in: container, debugDescription: "`bundleId` must not be empty")
    }
    sharedSecretFile = try container.decodeIfPresent(String.self, forKey: .sharedSecretFile)
    xcodeRootFile = try container.decodeIfPresent(String.self, forKey: .xcodeRootFile)
    let environments = try Self.environments(container)
    let serverAPIURL = try Self.serverAPIURL(container, within: environments)
    let verifyReceiptURL = try container.decodeIfPresent(String.self, forKey: .verifyReceiptUrl)
    appleURLs =
      (serverAPIURL?.named ?? [])
      + (verifyReceiptURL.map { [(field: Field.verifyReceiptUrl.rawValue, url: $0)] } ?? [])
    serverAPI = try ServerAPISettings(
      container, hosts: serverAPIURL?.hosts ?? AppleHosts.serverAPI)
    app = ConfiguredApp(
      bundleID: BundleID(bundleID), appAppleID: try Self.appAppleID(container),
      environments: environments,
      link: try container.decodeIfPresent(LinkField.self, forKey: .link)?.policy ?? .standard,
      tokens: try Self.tokens(container),
      guestsMax: try container.decodeIfPresent(MergeField.self, forKey: .merge)?.guestsMax
        ?? MergeField.guestsMaxDefault,
      versionOneBytesMax: try Self.versionOneBytesMax(container),
      finish: try Self.finish(container),
      consumption: try container.decodeIfPresent(
        ConsumptionField.self, forKey: .consumption)?.policy,
      secondPerson: try container.decodeIfPresent(
        SecondPersonField.self, forKey: .secondPerson)?.policy ?? .off)
    if app.finish != .off { try requireServerAPI(for: .finish, container) }
    if app.consumption != nil { try requireServerAPI(for: .consumption, container) }
  }

  /// The files that hold secrets of the app, with the fields that name them.
  var secretFiles: [(field: String, path: String)] {
    let files: [(Field, String?)] = [
      (.privateKeyFile, serverAPI?.privateKeyFile), (.sharedSecretFile, sharedSecretFile),
    ]
    return files.compactMap { field, path in path.map { (field.rawValue, $0) } }
  }

  /// The app's shared secret; nil if no file is named. Errors name the path of the file, never its
  /// contents.
  var sharedSecret: SharedSecret? {
    get throws(SettingsError) {
      guard let path = sharedSecretFile else { return nil }
      guard let contents = FileManager.default.contents(atPath: path) else {
        throw .malformedFile(
          path: path, line: nil,
          reason: "cannot be read: `sharedSecretFile` names it in DAICHO_APPS")
      }
      let text = String(decoding: contents, as: UTF8.self)
      guard let secret = SharedSecret(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
        throw .malformedFile(
          path: path, line: nil,
          reason: "is empty: put the app's shared secret of App Store Connect into it")
      }
      return secret
    }
  }

  /// The root of the receipts that Xcode signs for the app; nil if no file is named.
  var xcodeRoot: RootCertificate? {
    get throws(SettingsError) {
      guard let path = xcodeRootFile else { return nil }
      guard let contents = FileManager.default.contents(atPath: path) else {
        throw .malformedFile(
          path: path, line: nil, reason: "cannot be read: `xcodeRootFile` names it in DAICHO_APPS")
      }
      do {
        return try RootCertificate(
          fileContents: Array(contents), for: .only([StoreEnvironment.xcode.rawValue]),
          of: app.bundleID.rawValue)
      } catch {
        throw .malformedFile(path: path, line: nil, reason: error.description)
      }
    }
  }

  /// The addresses of verifyReceipt: the one of the settings, or Apple's.
  var verifyReceiptHosts: AppleHosts {
    let url = appleURLs.first { $0.field == Field.verifyReceiptUrl.rawValue }?.url
    return url.map { AppleHosts(url: $0) } ?? .verifyReceipt
  }

  private func requireServerAPI(
    for field: Field, _ container: KeyedDecodingContainer<Field>
  ) throws {
    guard serverAPI == nil else { return }
    throw DecodingError.dataCorruptedError(
      forKey: field, in: container,
      debugDescription:
        "`\(field.rawValue)` needs Apple's Server API: give `issuerId`, `keyId` and "
        + "`privateKeyFile`"
    )
  }

  private static func appAppleID(
    _ container: KeyedDecodingContainer<Field>
  ) throws -> Int64? {
    do {
      return try container.decodeIfPresent(Int64.self, forKey: .appAppleId)
    } catch {  // the decoder's error for a fraction or too many digits has no path
      throw DecodingError.dataCorruptedError(
        forKey: .appAppleId, in: container,
        debugDescription: "`appAppleId` must be a whole number")
    }
  }

  /// Returns the largest body of a notification of version 1: at least that of version 2, and at most a
  /// hundred transactions with a receipt of 5 MiB in Base64.
  private static func versionOneBytesMax(
    _ container: KeyedDecodingContainer<Field>
  ) throws -> Int {
    let size = try container.decodeIfPresent(Int.self, forKey: .versionOneBytesMax)
    guard let size else { return ConfiguredApp.versionOneBytesDefault }
    let range = 131_072...10_485_760
    guard range.contains(size) else {
      throw DecodingError.dataCorruptedError(
        forKey: .versionOneBytesMax, in: container,
        debugDescription:
          "`versionOneBytesMax` must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return size
  }

  private static func serverAPIURL(
    _ container: KeyedDecodingContainer<Field>, within environments: Set<StoreEnvironment>
  ) throws -> ServerAPIURLField? {
    let field = try container.decodeIfPresent(ServerAPIURLField.self, forKey: .serverApiUrl)
    guard let strange = field?.environment(outside: environments) else { return field }
    throw DecodingError.dataCorruptedError(
      forKey: .serverApiUrl, in: container,
      debugDescription:
        "`serverApiUrl` names \(strange), which is none of the app's `environments`: add it to them, "
        + "or remove its address")
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

  private static func tokens(_ container: KeyedDecodingContainer<Field>) throws -> TokenPolicy {
    let name = try container.decodeIfPresent(String.self, forKey: .tokens)
    guard let name else { return .account }
    guard let policy = TokenPolicy(rawValue: name) else {
      let known = TokenPolicy.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        forKey: .tokens, in: container, debugDescription: "`tokens` must be one of \(known)")
    }
    return policy
  }

  private static func finish(_ container: KeyedDecodingContainer<Field>) throws -> FinishPolicy {
    let name = try container.decodeIfPresent(String.self, forKey: .finish)
    guard let name else { return .off }
    guard let policy = FinishPolicy(rawValue: name) else {
      let known = FinishPolicy.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        forKey: .finish, in: container, debugDescription: "`finish` must be one of \(known)")
    }
    return policy
  }
}
