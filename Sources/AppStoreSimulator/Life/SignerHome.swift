import Crypto
package import Foundation
import SwiftASN1
import X509

/// A directory that keeps a simulated App Store's signing key and certificates between runs.
///
/// The files are readable by their owner only. The keys of root and intermediate are not kept.
package struct SignerHome: Sendable {
  package let directory: URL

  package init(_ directory: URL) {
    self.directory = directory
  }

  /// The signer kept here; made, with a root of its own, if there is none.
  package func signer() throws -> PayloadSigner {
    if !FileManager.default.fileExists(atPath: keyFile.path) { try make() }
    let key = try P256.Signing.PrivateKey(
      pemRepresentation: String(contentsOf: keyFile, encoding: .utf8))
    return try PayloadSigner(key: key, chain: chain())
  }

  /// The root certificate to trust, in PEM.
  package func rootCertificatePEM() throws -> String {
    _ = try signer()
    return try String(contentsOf: certificateFiles[2], encoding: .utf8)
  }

  private var keyFile: URL { directory.appending(path: "leaf-key.pem") }

  /// Leaf, intermediate, root.
  private var certificateFiles: [URL] {
    ["leaf.pem", "intermediate.pem", "root.pem"].map { directory.appending(path: $0) }
  }

  private func chain() throws -> [Certificate] {
    try certificateFiles.map {
      try Certificate(pemEncoded: String(contentsOf: $0, encoding: .utf8))
    }
  }

  /// The key is written last: with it the directory is complete.
  private func make() throws {
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let valid =
      Date.now.addingTimeInterval(
        -10 * 365 * 86_400)...Date.now.addingTimeInterval(10 * 365 * 86_400)
    let root = try CertificateIssuer(root: "Simulated Root CA", valid: valid)
    let intermediate = try root.issueIntermediate(
      "Simulated Worldwide Developer Relations", valid: valid,
      marker: Authority.intermediateMarker)
    let key = P256.Signing.PrivateKey()
    let leaf = try intermediate.issueLeaf(
      "Simulated Receipt Signing", key: .init(key.publicKey), valid: valid,
      marker: Authority.leafMarker)
    for (certificate, file) in zip(
      [leaf, intermediate.certificate, root.certificate], certificateFiles)
    {
      try write(certificate.serializeAsPEM().pemString, to: file)
    }
    try write(key.pemRepresentation, to: keyFile)
  }

  private func write(_ text: String, to file: URL) throws {
    try Data(text.utf8).write(to: file, options: .atomic)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }
}
