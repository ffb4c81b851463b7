import Crypto
package import Foundation

/// A directory that keeps a simulated App Store's signing house and its developer's key between runs.
///
/// What is missing is made. The files are readable by their owner only; each is complete from the
/// moment it is there, and several processes may begin with one directory.
package struct SignerHome: Sendable {
  package let directory: URL

  package init(_ directory: URL) {
    self.directory = directory
  }

  package enum Failure: Error, CustomStringConvertible {
    case cannotWrite(file: String, reason: String)
    case unreadable(file: String)

    package var description: String {
      switch self {
      case .cannotWrite(let file, let reason): "\(file) could not be written: \(reason)."
      case .unreadable(let file):
        "\(file) is not what was once written there; remove its directory to begin anew."
      }
    }
  }

  /// The house kept here.
  package func house() throws -> SigningHouse {
    let file = file("signing.pem")
    if !file.exists {
      try makeDirectory()
      _ = try file.create(SigningHouse().pem)  // whoever came first, its house is read below
    }
    guard let house = SigningHouse(pem: try file.text()) else { throw unreadable(file) }
    return house
  }

  /// The root certificate to trust, in PEM.
  package func rootCertificatePEM() throws -> String {
    try house().rootCertificatePEM
  }

  /// The developer's key kept here.
  package func developerKey() throws -> DeveloperKey {
    let file = file("developer.json")
    if !file.exists { try makeDeveloperKey(namedIn: file) }
    guard let names = try? JSONDecoder().decode(KeyNames.self, from: Data(file.text().utf8)) else {
      throw unreadable(file)  // what the decoder says adds nothing to it
    }
    let keyFile = privateKeyFile(names.keyID)
    guard let key = try? P256.Signing.PrivateKey(pemRepresentation: keyFile.text()) else {
      throw unreadable(keyFile)  // nor does what the parser says, which has seen the key
    }
    return DeveloperKey(issuerID: names.issuerID, keyID: names.keyID, key: key)
  }

  /// Where the developer's private key lies, for a ledger to be given.
  package func developerKeyFile() throws -> URL {
    privateKeyFile(try developerKey().keyID).location
  }

  /// The file of the names comes last, and decides which key it is if two are made at once.
  private func makeDeveloperKey(namedIn names: PrivateFile) throws {
    try makeDirectory()
    let key = DeveloperKey()
    let keyFile = privateKeyFile(key.keyID)
    _ = try keyFile.create(key.privateKeyPEM)
    let json = try JSONEncoder().encode(KeyNames(issuerID: key.issuerID, keyID: key.keyID))
    if try !names.create(String(decoding: json, as: UTF8.self)) { try keyFile.remove() }
  }

  private struct KeyNames: Codable {
    let issuerID: String
    let keyID: String
  }

  private func makeDirectory() throws {
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private func privateKeyFile(_ keyID: String) -> PrivateFile {
    file("SubscriptionKey_\(keyID).p8")
  }

  private func file(_ name: String) -> PrivateFile {
    PrivateFile(location: directory.appending(path: name))
  }

  private func unreadable(_ file: PrivateFile) -> Failure {
    .unreadable(file: file.location.path)
  }
}
