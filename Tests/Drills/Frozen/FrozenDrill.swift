import AppStoreSimulator
import AsyncHTTPClient
package import Foundation
import NIOCore
import NIOHTTP1

/// A drill in which PostgreSQL is frozen under a ledger: it neither answers nor closes its sessions.
package struct FrozenDrill: Sendable {
  /// The result of the drill.
  package struct Report: Sendable {
    /// The longest answer of `/healthz` and of `/readyz` while PostgreSQL was frozen.
    package internal(set) var slowestProbe: Duration = .zero
    /// The answer to a read that needs the database.
    package internal(set) var read: Int = 0
    /// The answer to a notification of Apple, and the time it took.
    package internal(set) var notification: (status: Int, time: Duration) = (0, .zero)
    /// The time from SIGTERM to the end of the ledger.
    package internal(set) var ending: Duration = .zero
  }

  private static let probes = 40
  private let process: LedgerProcess

  /// Creates a drill of the `daicho` at `binary`. The home is a folder of this drill alone.
  package init(binary: URL, home: URL, port: Int) {
    process = LedgerProcess(binary: binary, home: home, port: port)
  }

  package func run() async throws -> Report {
    let apple = try NotificationSource(at: Date())
    try process.prepare(
      bundleID: NotificationSource.bundleID, appAppleID: NotificationSource.appAppleID,
      rootCertificatePEM: try apple.rootCertificatePEM)
    let ledger = try await process.serve()
    defer { ledger.kill() }
    try await process.waitUntilReady(ledger)
    let key = try await process.makeKey(scopes: "read")
    guard let postmaster = process.postmaster else { throw BrokenDrill("there is no PostgreSQL") }
    let server = try [postmaster] + Self.children(of: postmaster)
    for pid in server { kill(pid, SIGSTOP) }
    defer { for pid in server { kill(pid, SIGCONT) } }
    return try await endure(ledger, key, try apple.body(1))
  }

  private func endure(
    _ ledger: ChildProcess, _ key: String, _ notification: [UInt8]
  ) async throws -> Report {
    var report = Report()
    async let read = status(of: "/v1/accounts/anna/entitlements", key)
    async let notified = answer(to: notification)
    report.slowestProbe = try await probe()
    report.read = try await read
    report.notification = try await notified
    let clock = ContinuousClock()
    let start = clock.now
    guard ledger.send(SIGTERM) else { throw process.ended(ledger) }
    _ = try await ledger.end(of: "the ledger")
    report.ending = clock.now - start
    return report
  }

  /// Asks both probes for some seconds. Both must answer, and the second one must tell the truth once
  /// the last look from before is a second old.
  private func probe() async throws -> Duration {
    let clock = ContinuousClock()
    var slowest = Duration.zero
    for number in 0..<Self.probes {
      let start = clock.now
      let health = try await status(of: "/healthz")
      slowest = max(slowest, clock.now - start)
      let middle = clock.now
      let readiness = try await status(of: "/readyz")
      slowest = max(slowest, clock.now - middle)
      guard health == 200, readiness == 503 || number < Self.probes / 2 else {
        throw BrokenDrill("/healthz answered \(health), /readyz \(readiness)")
      }
      try await Task.sleep(for: .milliseconds(100))
    }
    return slowest
  }

  private func status(of path: String, _ key: String? = nil) async throws -> Int {
    var request = HTTPClientRequest(url: process.url + path)
    if let key { request.headers.add(name: "authorization", value: "Bearer \(key)") }
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(40))
    _ = try await response.body.collect(upTo: 1 << 20)
    return Int(response.status.code)
  }

  private func answer(to notification: [UInt8]) async throws -> (status: Int, time: Duration) {
    var request = HTTPClientRequest(url: process.url + "/v1/apple/notifications")
    request.method = .POST
    request.body = .bytes(ByteBuffer(bytes: notification))
    let start = ContinuousClock.now
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(90))
    return (Int(response.status.code), ContinuousClock.now - start)
  }

  private static func children(of parent: Int32) throws -> [Int32] {
    let file = URL(filePath: "/proc/\(parent)/task/\(parent)/children")
    return try String(contentsOf: file, encoding: .utf8).split(separator: " ").compactMap {
      Int32($0)
    }
  }
}
