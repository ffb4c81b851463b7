import Crypto
package import Foundation

/// A directory that keeps a simulated App Store's signing authorities, its developer's key and the
/// shared secret between runs.
///
/// Missing files are created. The files are readable by their owner only. Each file appears
/// complete, so that several processes may start with one directory.
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
        "\(file) is missing or damaged; remove its directory to start over."
      }
    }
  }

  /// Returns the signing authority of this directory.
  package func authority() throws -> SigningAuthority {
    let file = file("signing.pem")
    if !file.exists {
      try makeDirectory()
      _ = try file.create(SigningAuthority().pem)  // the file of the first process is read below
    }
    guard let authority = SigningAuthority(pem: try file.text()) else { throw unreadable(file) }
    return authority
  }

  /// Returns the authority that signs the app receipts of this directory.
  package func receiptAuthority() throws -> ReceiptAuthority {
    let file = file("receipts.pem")
    if !file.exists {
      try makeDirectory()
      _ = try file.create(ReceiptAuthority().pem)  // the file of the first process is read below
    }
    guard let authority = ReceiptAuthority(pem: try file.text()) else { throw unreadable(file) }
    return authority
  }

  /// Returns the secret that this store shares with the app's developer.
  package func sharedSecret() throws -> String {
    let file = sharedSecretPrivateFile
    if !file.exists {
      try makeDirectory()
      _ = try file.create(Self.makeSecret())  // the file of the first process is read below
    }
    let secret = try file.text()
    guard secret.wholeMatch(of: /[0-9a-f]{32}/) != nil else { throw unreadable(file) }
    return secret
  }

  /// Returns the file of the shared secret, for the configuration of a ledger.
  package func sharedSecretFile() throws -> URL {
    _ = try sharedSecret()
    return sharedSecretPrivateFile.location
  }

  /// Returns the issuer of this directory's app receipts.
  package func receiptIssuer() throws -> ReceiptIssuer {
    ReceiptIssuer(authority: try receiptAuthority(), sharedSecret: try sharedSecret())
  }

  private var sharedSecretPrivateFile: PrivateFile { file("shared-secret") }

  /// Returns 32 random hexadecimal digits, which is the form of Apple's secrets.
  private static func makeSecret() -> String {
    SymmetricKey(size: .bits128).withUnsafeBytes { key in
      key.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
  }

  /// Returns the root certificate to trust, in PEM.
  package func rootCertificatePEM() throws -> String {
    try authority().rootCertificatePEM
  }

  /// Returns the developer's key of this directory.
  package func developerKey() throws -> DeveloperKey {
    let file = file("developer.json")
    if !file.exists { try makeDeveloperKey(namedIn: file) }
    guard let names = try? JSONDecoder().decode(KeyNames.self, from: Data(file.text().utf8)) else {
      throw unreadable(file)  // the decoder's error adds nothing
    }
    let keyFile = privateKeyFile(names.keyID)
    guard let key = try? P256.Signing.PrivateKey(pemRepresentation: keyFile.text()) else {
      throw unreadable(keyFile)  // the parser's error might contain the key
    }
    return DeveloperKey(issuerID: names.issuerID, keyID: names.keyID, key: key)
  }

  /// Returns the file of the developer's private key, for the configuration of a ledger.
  package func developerKeyFile() throws -> URL {
    privateKeyFile(try developerKey().keyID).location
  }

  /// Creates the developer's key. The file of the ids is written last, and decides which key is
  /// kept if two processes create one at the same time.
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
