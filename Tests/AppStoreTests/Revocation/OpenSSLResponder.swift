import AppStoreSimulator
import Foundation
import SwiftASN1
import X509

/// A directory from which `openssl ocsp` answers about certificates of one issuer.
struct OpenSSLResponder {
  enum Status: Sendable {
    case good, revoked
    /// The responder does not know the certificate.
    case unknown
  }

  private let directory: URL
  private let issuer: CertificateIssuer
  private let certificate: Certificate

  /// - Parameters:
  ///   - issuer: the issuer that signs the answers.
  ///   - directory: an empty directory.
  init(_ issuer: CertificateIssuer, about certificate: Certificate, in directory: URL) throws {
    self.directory = directory
    self.issuer = issuer
    self.certificate = certificate
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try write(try issuer.certificate.serializeAsPEM().pemString, to: "issuer.pem")
    try write(issuer.privateKeyPEM, to: "issuer.key")
  }

  /// Returns the answer, which is valid for an hour, to a question in DER.
  ///
  /// - Parameter signer: another issuer that signs instead.
  func answer(
    _ question: [UInt8], _ status: Status, signedBy signer: CertificateIssuer? = nil
  ) async throws -> [UInt8] {
    try write(index(status), to: "index.txt")
    let signer = signer ?? issuer
    try write(try signer.certificate.serializeAsPEM().pemString, to: "signer.pem")
    try write(signer.privateKeyPEM, to: "signer.key")
    try Data(question).write(to: directory.appending(path: "question.der"))
    try await openssl([
      "ocsp", "-index", "index.txt", "-CA", "issuer.pem", "-rsigner", "signer.pem", "-rkey",
      "signer.key", "-reqin", "question.der", "-respout", "answer.der", "-nmin", "60",
    ])
    return Array(try Data(contentsOf: directory.appending(path: "answer.der")))
  }

  /// The line of the certificate as `openssl ca` writes it: state, end, revocation, serial number,
  /// file, subject.
  private func index(_ status: Status) -> String {
    let bytes = certificate.serialNumber.bytes.drop { $0 == 0 }
    let serial = bytes.map { String(format: "%02X", $0) }.joined()
    return switch status {
    case .good: "V\t391231235959Z\t\t\(serial)\tunknown\t/CN=certificate\n"
    case .revoked:
      "R\t391231235959Z\t260102000000Z,keyCompromise\t\(serial)\tunknown\t/CN=certificate\n"
    case .unknown: ""
    }
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(to: directory.appending(path: name), atomically: true, encoding: .utf8)
  }

  private struct Failed: Error {
    let status: Int32
  }

  private func openssl(_ arguments: [String]) async throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = directory
    (process.standardOutput, process.standardError) = (
      FileHandle.nullDevice, FileHandle.nullDevice
    )
    let status = try await withCheckedThrowingContinuation {
      (ended: CheckedContinuation<Int32, any Error>) in
      process.terminationHandler = { ended.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    guard status == 0 else { throw Failed(status: status) }
  }
}
