import Foundation
import Logging
import TestSupport
import Testing

@testable import Server

struct LogQueueTests {
  private func logger(_ queue: LogQueue) -> Logger {
    Logger(label: "test") { JSONLogHandler(label: $0, level: .info, queue: queue) }
  }

  /// Waits until every queued line is written.
  private func written(_ queue: LogQueue) async throws {
    while !queue.flush(within: .zero) { try await Task.sleep(for: .milliseconds(5)) }
  }

  private func receive(_ pipe: Pipe) async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result { try pipe.fileHandleForReading.readToEnd() ?? Data() })
      }
    }
  }

  @Test func `a log line is one JSON object`() async throws {
    let pipe = Pipe()
    let queue = LogQueue(to: pipe.fileHandleForWriting.fileDescriptor)
    logger(queue).info("a\nb", metadata: ["hb.request.id": "7"])
    try await written(queue)
    try pipe.fileHandleForWriting.close()
    let text = try await receive(pipe)
    var line = try JSONDecoder().decode([String: String].self, from: text)
    #expect(line.removeValue(forKey: "time") != nil)
    #expect(line == ["level": "info", "logger": "test", "message": "a\nb", "requestId": "7"])
    #expect(text.count { $0 == UInt8(ascii: "\n") } == 1)
  }

  @Test func `a number of a log line is a number, and a text of digits is a text`() async throws {
    let line = JSONLogHandler.json([
      "status": .stringConvertible(200), "transaction": "2000",
      "count": .stringConvertible(Int64(-3)),
      "other": .stringConvertible(0.5),
    ])
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"count":-3,"other":"0.5","status":200,"transaction":"2000"}"# + "\n")
  }

  @Test func `a log line that cannot be written is lost, and no more`() async throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let queue = LogQueue(to: full.fileDescriptor)
    logger(queue).error("lost")
    try await written(queue)
    try full.close()
  }

  /// Each line has 99 characters and its end, so 10 lines fit in 1,000 bytes. The pipe holds the
  /// first of them until a reader comes, and none is written completely before.
  @Test func `a pipe that nobody reads stops no caller, and the next line counts the lost`()
    async throws
  {
    let pipe = try FullPipe()
    let queue = LogQueue(to: pipe.writing, capacity: 1_000)
    let line = #"{"line":""# + String(repeating: "x", count: 88) + "\"}\n"
    try #require(line.utf8.count == 100)
    for _ in 1...2_000 { queue.append(Array(line.utf8)) }
    #expect(!queue.flush(within: .milliseconds(1)))

    async let received = pipe.receive()
    try await written(queue)
    queue.append(Array(line.utf8))
    queue.append(Array(line.utf8))
    try await written(queue)
    try pipe.end()
    let lines = try await received.split(separator: "\n")
    #expect(lines.count == 12)
    #expect(lines.filter { $0.contains("dropped") } == [lines[10]])
    #expect(lines[10].hasPrefix(#"{"dropped":1990,"line":"xxx"#))
  }
}
