import Foundation

/// One keep-alive connection to a server on this machine, with just enough HTTP/1.1.
final class Wire {
  let socket: Int32
  private var received: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 16_384)

  init(port: UInt16) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw BenchmarkFailure("Nothing listens on port \(port).") }
    var on: Int32 = 1
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { close(socket) }

  func send(_ request: [UInt8]) throws {
    var sent = 0
    while sent < request.count {
      let count = request.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress! + sent, request.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw BenchmarkFailure("The server closed a connection.") }
      sent += count
    }
  }

  /// Reads the available bytes, waiting for some if there are none. Returns nil while the answer is
  /// not complete.
  func receive() throws -> Answer? {
    let count = recv(socket, &chunk, chunk.count, 0)
    guard count > 0 else { throw BenchmarkFailure("The server closed a connection.") }
    received += chunk[..<count]
    guard let answer = Answer(received) else { return nil }
    received.removeAll(keepingCapacity: true)
    return answer
  }

  func ask(_ request: [UInt8]) throws -> Answer {
    try send(request)
    while true {
      if let answer = try receive() { return answer }
    }
  }
}

/// A complete answer.
struct Answer {
  let status: Int
  let body: ArraySlice<UInt8>

  /// Returns nil while bytes are missing. Every answer of the ledger has a `content-length`.
  fileprivate init?(_ bytes: [UInt8]) {
    guard let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self).lowercased()
    guard let status = head.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
      let line = head.split(separator: "\r\n").first(where: { $0.hasPrefix("content-length:") }),
      let length = Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)),
      bytes.count >= headEnd.upperBound + length
    else { return nil }
    self.status = status
    body = bytes[headEnd.upperBound...]
  }

  /// True if a notification was new and is durable.
  var isRecorded: Bool {
    status == 200
      && body.elementsEqual("{\"duplicate\":false,\"recorded\":true}".utf8)
  }
}

enum Request {
  static func get(_ path: String, _ headers: [String] = []) -> [UInt8] {
    frame(["GET \(path) HTTP/1.1", "Host: 127.0.0.1"] + headers)
  }

  /// Returns a request that posts a notification as Apple does.
  static func notification(_ notification: SignedNotification) -> [UInt8] {
    post("/v1/apple/notifications", notification.body)
  }

  static func post(_ path: String, _ body: [UInt8], _ headers: [String] = []) -> [UInt8] {
    frame(
      [
        "POST \(path) HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json",
        "Content-Length: \(body.count)",
      ] + headers) + body
  }

  private static func frame(_ lines: [String]) -> [UInt8] {
    Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}
