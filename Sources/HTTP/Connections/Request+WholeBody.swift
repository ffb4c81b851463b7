import Hummingbird
import HummingbirdCore
import NIOCore

extension Request {
  /// Returns the body once it has arrived completely.
  ///
  /// Throws 413 if the body has more than `sizeMax` bytes, before any is read if `Content-Length`
  /// says so; 408 if it does not arrive in time; 400 if it breaks off or is not framed as HTTP.
  func wholeBody(
    upTo sizeMax: Int, within patience: Duration = ConnectionLimits.bodyPatience
  ) async throws -> [UInt8] {
    let announced = headers[.contentLength].flatMap { Int($0) }
    if let announced, announced > sizeMax { throw Problem.bodyTooLarge }
    let bytes = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
      group.addTask { try await collect(upTo: sizeMax) }
      group.addTask {
        try await Task.sleep(for: patience)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
    guard let bytes else { throw Problem.bodyTooSlow }
    guard announced == nil || announced == bytes.count else { throw Problem.unreadableBody }
    return bytes
  }

  private func collect(upTo sizeMax: Int) async throws -> [UInt8] {
    do {
      let buffer = try await body.collect(upTo: sizeMax)
      try Task.checkCancellation()  // a canceled body ends early without complaint
      return Array(buffer.readableBytesView)
    } catch is NIOTooManyBytesError {
      throw Problem.bodyTooLarge
    } catch let error as CancellationError {
      throw error
    } catch {
      throw Problem.unreadableBody
    }
  }
}
