import Hummingbird
import HummingbirdCore
import NIOCore

extension Request {
  /// The body, once it is here to its end.
  ///
  /// Throws 413 where it has more than `sizeMax` bytes, before any is read if `Content-Length` says
  /// so; 408 where it is not here in time; 400 where it breaks off or cannot be told apart.
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
      try Task.checkCancellation()  // a cancelled body ends early without complaint
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
