import Foundation
import Synchronization

/// The present status of certificates, asked from their issuers and remembered for a while.
/// Questions about the same path at the same time are asked once.
final class CertificateStatuses: Sendable {
  enum Status: Sendable {
    case good
    case revoked
    /// No usable answer: the responder is unreachable, does not know the certificate, or its answer
    /// is too old or not its issuer's.
    case unknown
  }

  private static let pathsMax = 32

  private struct Entry {
    let question: Task<Status, Never>
    let since: Date
    var status: Status?

    /// True while the answer is awaited or young: a quarter of an hour for an answer, ten seconds
    /// for none.
    func isFresh(at now: Date) -> Bool {
      let age = now.timeIntervalSince(since)
      return switch status {
      case nil: true
      case .good, .revoked: age >= 0 && age < 15 * 60
      case .unknown: age >= 0 && age < 10
      }
    }
  }

  private let timeout: Duration
  private let entries = Mutex<[[CertificateSerial]: Entry]>([:])

  init(timeout: Duration) {
    self.timeout = timeout
  }

  func status(of path: CertificatePath, now: Date) async -> Status {
    let key = path.serials
    let question = entries.withLock { entries in
      if let entry = entries[key], entry.isFresh(at: now) { return entry.question }
      if entries.count >= Self.pathsMax, entries[key] == nil,
        let oldest = entries.min(by: { $0.value.since < $1.value.since })?.key
      {
        entries[oldest] = nil
      }
      // A sender that hangs up must not end the question of the others. Its time is bounded.
      let question = Task { [timeout] in
        await IssuerQuestion(about: path, at: now, timeout: timeout).answer()
      }
      entries[key] = Entry(question: question, since: now)
      return question
    }
    let status = await question.value
    entries.withLock { entries in
      if entries[key]?.question == question { entries[key]?.status = status }
    }
    return status
  }
}
