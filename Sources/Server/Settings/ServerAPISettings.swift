import AppStore
import Foundation
import Ledger

/// The settings of Apple's Server API for an app: `issuerId`, `keyId` and `privateKeyFile`
/// together, and optionally `serverApiUrl` and `serverApiSharePercent`.
struct ServerAPISettings: Sendable {
  private let issuerID: String
  private let keyID: String
  let privateKeyFile: String
  let hosts: [AppleHosts]
  private let pace: RequestPace

  /// Reads the settings; nil if none of the three is given.
  init?(
    _ container: KeyedDecodingContainer<AppEntry.Field>, hosts: [AppleHosts]
  ) throws {
    self.hosts = hosts
    pace = try Self.pace(container)
    let fields: [AppEntry.Field] = [.issuerId, .keyId, .privateKeyFile]
    let texts = try fields.map { try container.decodeIfPresent(String.self, forKey: $0) ?? "" }
    guard let given = texts.firstIndex(where: { !$0.isEmpty }) else { return nil }
    if let missing = texts.firstIndex(of: "") {
      throw DecodingError.dataCorruptedError(
        forKey: fields[given], in: container,
        debugDescription:
          "`\(fields[missing].rawValue)` is missing: `issuerId`, `keyId` and `privateKeyFile` "
          + "are given together")
    }
    (issuerID, keyID, privateKeyFile) = (texts[0], texts[1], texts[2])
  }

  /// Reads the key and returns a client. Errors name the path of the key file, never its contents.
  func client(
    for bundleID: BundleID, timeout: Duration = .seconds(30),
    in context: ServerAPIContext = .present
  ) throws(SettingsError) -> ServerAPIClient {
    ServerAPIClient(
      bundleID: bundleID.rawValue, key: try key(), hosts: hosts, pace: pace, timeout: timeout,
      in: context)
  }

  /// Reads the key and returns a signer of promotional offers. Apple takes the same key for both.
  func offerSigner(for bundleID: BundleID) throws(SettingsError) -> OfferSigner {
    OfferSigner(for: bundleID.rawValue, by: try key())
  }

  private func key() throws(SettingsError) -> ServerAPIKey {
    guard let contents = FileManager.default.contents(atPath: privateKeyFile) else {
      throw .malformedFile(
        path: privateKeyFile, line: nil,
        reason: "cannot be read: `privateKeyFile` names it in DAICHO_APPS")
    }
    do {
      return try ServerAPIKey(
        issuerID: issuerID, keyID: keyID, pem: String(decoding: contents, as: UTF8.self))
    } catch {
      throw .malformedFile(path: privateKeyFile, line: nil, reason: error.description)
    }
  }

  private static func pace(
    _ container: KeyedDecodingContainer<AppEntry.Field>
  ) throws -> RequestPace {
    let percent: Int?
    do {
      percent = try container.decodeIfPresent(Int.self, forKey: .serverApiSharePercent)
    } catch {  // the decoder's error for a fraction has no path
      percent = 0
    }
    guard let percent else { return RequestPace() }
    guard (1...100).contains(percent) else {
      throw DecodingError.dataCorruptedError(
        forKey: .serverApiSharePercent, in: container,
        debugDescription: "`serverApiSharePercent` must be a whole number from 1 to 100")
    }
    return RequestPace(sharePercent: percent)
  }
}

extension ServerAPIContext {
  static let present = ServerAPIContext {
    Timestamp(milliseconds: Composition.now().milliseconds)
  }
}
