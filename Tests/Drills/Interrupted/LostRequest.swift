import Foundation

/// A request of a client that never sees the answer.
package struct LostRequest: Sendable {
  /// The part of the request that goes out.
  package enum Extent: String, Sendable {
    case nothing, half, whole
  }

  private static let pauseMax = 30

  private let bytes: [UInt8]

  /// - Parameter body: nil for a GET.
  init(_ path: String, body: String?, key: String) {
    let content = body.map {
      "content-type: application/json\r\ncontent-length: \($0.utf8.count)\r\n"
    }
    bytes = Array(
      """
      \(body == nil ? "GET" : "POST") \(path) HTTP/1.1\r
      host: 127.0.0.1\r
      authorization: Bearer \(key)\r
      \(content ?? "")\r
      \(body ?? "")
      """.utf8)
  }

  /// Sends part of the request, and closes some moments later: the ledger may have carried it out
  /// or not. Sends nothing if nothing listens on the port.
  func send(_ extent: Extent, to port: Int) async throws {
    let count =
      switch extent {
      case .nothing: 0
      case .half: bytes.count / 2
      case .whole: bytes.count
      }
    guard count > 0, let connection = LocalPort(number: port).connect() else { return }
    defer { close(connection) }
    _ = bytes.withUnsafeBytes {
      Glibc.send(connection, $0.baseAddress, count, Int32(MSG_NOSIGNAL))
    }
    try await Task.sleep(for: .milliseconds(Int.random(in: 0...Self.pauseMax)))
  }
}
