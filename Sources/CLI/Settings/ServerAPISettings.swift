import AppStore
import Foundation
import Ledger

/// How Apple's Server API is asked about an app: `issuerId`, `keyId` and `privateKeyFile`, all three, and
/// `serverApiUrl` and `serverApiSharePercent` where they are other than usual.
struct ServerAPISettings: Sendable {
  private let issuerID: String
  private let keyID: String
  private let privateKeyFile: String
  private let hosts: [ServerAPIHosts]
  private let pace: RequestPace

  /// Nil where none of the three is given.
  init?(_ container: KeyedDecodingContainer<AppEntry.Field>) throws {
    hosts = try Self.hosts(container)
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

  /// Reads the key. What is wrong with its file is told by its path, and never by what is in it.
  func client(
    for bundleID: BundleID, timeout: Duration = .seconds(30),
    in surroundings: ServerAPISurroundings = .present
  ) throws(SettingsError) -> ServerAPIClient {
    ServerAPIClient(
      bundleID: bundleID.rawValue, key: try key(), hosts: hosts, pace: pace, timeout: timeout,
      in: surroundings)
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

  private static func hosts(
    _ container: KeyedDecodingContainer<AppEntry.Field>
  ) throws -> [ServerAPIHosts] {
    let text = try container.decodeIfPresent(String.self, forKey: .serverApiUrl)
    guard let text else { return ServerAPIHosts.everyGeneration }
    let url = URLComponents(string: text)
    guard let url, ["http", "https"].contains(url.scheme), url.host?.isEmpty == false,
      url.user == nil, url.password == nil, url.query == nil, url.fragment == nil
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .serverApiUrl, in: container,
        debugDescription: "`serverApiUrl` must be as https://host, without a name or a query")
    }
    return [ServerAPIHosts(url: text)]
  }

  private static func pace(
    _ container: KeyedDecodingContainer<AppEntry.Field>
  ) throws -> RequestPace {
    let percent: Int?
    do {
      percent = try container.decodeIfPresent(Int.self, forKey: .serverApiSharePercent)
    } catch {  // a number with a fraction is refused without a place
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

extension ServerAPISurroundings {
  static let present = ServerAPISurroundings {
    Timestamp(milliseconds: Composition.now().milliseconds)
  }
}
