import Foundation

/// A client that posts prepared requests over many connections from one thread. Each connection
/// sends its next request as soon as the last one is answered.
struct LoadClient {
  let port: UInt16
  let connections: Int
  /// The check that every answer must pass.
  let isRight: (Answer) -> Bool

  /// Posts until the seconds are over or the requests used up, and waits for the requests under
  /// way.
  func post(_ requests: [[UInt8]], seconds: Double) throws -> LoadResult {
    let wires = try (0..<connections).map { _ in try Wire(port: port) }
    var sentAt = [Double](repeating: 0, count: connections)
    var polled = wires.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
    var waiting = requests.makeIterator()
    var latencies: [Double] = []
    latencies.reserveCapacity(requests.count)
    let processorStart = processorTime()
    let start = now()
    var underWay = 0
    func sendNext(_ index: Int) throws {
      guard now() - start < seconds, let request = waiting.next() else {
        polled[index].fd = -1
        return
      }
      sentAt[index] = now()
      try wires[index].send(request)
      underWay += 1
    }
    for index in wires.indices { try sendNext(index) }
    while underWay > 0 {
      guard poll(&polled, nfds_t(polled.count), 30_000) > 0 else {
        throw BenchmarkFailure("The server has not answered for 30 seconds.")
      }
      for index in polled.indices where polled[index].fd >= 0 && polled[index].revents != 0 {
        guard let answer = try wires[index].receive() else { continue }
        latencies.append(now() - sentAt[index])
        underWay -= 1
        guard isRight(answer) else { throw Self.failure(answer) }
        try sendNext(index)
      }
    }
    return LoadResult(
      latencies: latencies.sorted(), seconds: now() - start,
      processorSeconds: processorTime() - processorStart)
  }

  private static func failure(_ answer: Answer) -> BenchmarkFailure {
    BenchmarkFailure(
      "Answered \(answer.status): \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
  }
}

struct LoadResult {
  /// The latencies in seconds, the shortest first.
  let latencies: [Double]
  let seconds: Double
  /// The processor seconds of the client itself.
  let processorSeconds: Double

  var count: Double { Double(latencies.count) }
  var rate: Double { count / seconds }

  /// Returns the milliseconds that this share of the answers did not exceed.
  func percentile(_ share: Double) -> Double { latencies.percentile(share) * 1_000 }
}

extension [Double] {
  /// Returns the value that this share of the elements does not exceed, or 0 for an empty array.
  /// The elements are in ascending order.
  func percentile(_ share: Double) -> Double {
    isEmpty ? 0 : self[Swift.min(count - 1, Int(Double(count) * share))]
  }
}
