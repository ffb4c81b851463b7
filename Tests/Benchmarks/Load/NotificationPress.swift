import AppStore
import AppStoreSimulator
import Foundation
import Synchronization

/// A signer of notifications about renewals, each of another chain, no two the same.
@MainActor
final class NotificationPress {
  nonisolated static let app = SimulatedApp(
    bundleID: "com.example.daicho.bench", appAppleID: 1_234_567_890)

  let authority: Authority
  private var printed: Int64 = 0

  init() throws {
    let years = 10 * 365 * 86_400.0
    authority = try Authority(
      validFrom: .now.addingTimeInterval(-years), validTo: .now.addingTimeInterval(years))
  }

  /// Returns the next notifications in the form wanted, signed on all cores beforehand.
  func print<Form: Sendable>(
    _ count: Int, as form: @escaping @Sendable (SignedNotification) -> Form
  ) throws -> [Form] {
    try sign(count) { number, time, authority in
      form(try SignedNotification(number: number, time: time, authority: authority))
    }
  }

  /// Makes so many values on all cores, each with the next number and the present moment.
  func sign<Form: Sendable>(
    _ count: Int,
    _ make: @escaping @Sendable (_ number: Int64, _ time: Int64, Authority) throws -> Form
  ) throws -> [Form] {
    let first = printed
    printed += Int64(count)
    let authority = authority
    let time = Int64(Date.now.timeIntervalSince1970 * 1_000)
    let slices = Slices<Form>(count: count, slices: Machine.cores)
    DispatchQueue.concurrentPerform(iterations: Machine.cores) { slice in
      slices.fill(slice) { index in
        // Simulated payloads always encode; what failed is missed below.
        try? make(first + Int64(index), time, authority)
      }
    }
    let forms = slices.joined
    guard forms.count == count else {
      throw BenchmarkFailure("The simulated App Store could not sign.")
    }
    return forms
  }

  func print(_ count: Int) throws -> [SignedNotification] { try print(count) { $0 } }
}

/// An array made in parts, each part by its own thread.
private final class Slices<Element: Sendable>: Sendable {
  private let bounds: [Range<Int>]
  private let parts: Mutex<[[Element]]>

  init(count: Int, slices: Int) {
    bounds = (0..<slices).map { (count * $0 / slices)..<(count * ($0 + 1) / slices) }
    parts = Mutex(Array(repeating: [], count: slices))
  }

  func fill(_ slice: Int, _ make: (Int) -> Element?) {
    let part = bounds[slice].compactMap(make)
    parts.withLock { $0[slice] = part }
  }

  var joined: [Element] { parts.withLock { $0.flatMap(\.self) } }
}

extension NotificationPress {
  /// Writes the root certificate as the ledger reads it.
  func writeRoot(into folder: URL) throws -> URL {
    let file = folder.appending(path: "root.pem")
    try Data(authority.rootCertificatePEM.utf8).write(to: file)
    return file
  }

  /// Returns the root certificate for a verifier in this process.
  func trustedRoot() throws -> RootCertificate {
    try RootCertificate(fileContents: try authority.rootCertificateDER)
  }
}
