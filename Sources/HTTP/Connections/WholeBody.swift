import Hummingbird
import HummingbirdCore
import NIOCore

/// A reader of a request's body that waits until all of it has arrived.
enum WholeBody {
  /// Returns the body once it has arrived completely.
  ///
  /// Throws 413 if the body has more than `sizeMax` bytes, before any is read if `Content-Length`
  /// says so; 408 if it does not arrive in time; 400 if it breaks off or is not framed as HTTP;
  /// 503 if the bodies of all requests have no room for it; 415 if it says that it is not JSON.
  ///
  /// - Parameter isJSON: false for a body of Apple's, which is read whatever its type is said to be.
  static func read(
    _ request: Request, upTo sizeMax: Int,
    within patience: Duration = ConnectionLimits.bodyPatience, isJSON: Bool = true
  ) async throws -> [UInt8] {
    let announced = request.headers[.contentLength].flatMap { Int($0) }
    if let announced, announced > sizeMax { throw Problem.bodyTooLarge }
    let bytes = try await DeadlineWatch.shared.run(within: patience) {
      try await collect(request.body, upTo: sizeMax)
    }
    guard let bytes else { throw Problem.bodyTooSlow }
    guard announced == nil || announced == bytes.count else { throw Problem.unreadableBody }
    guard !isJSON || bytes.isEmpty || MediaType.mayBeJSON(request.headers[.contentType]) else {
      throw Problem.bodyNotJSON
    }
    return bytes
  }

  private static func collect(
    _ body: RequestBody, upTo sizeMax: Int
  ) async throws -> [UInt8] {
    do {
      var bytes: [UInt8] = []
      for try await piece in body {
        guard bytes.count + piece.readableBytes <= sizeMax else { throw Problem.bodyTooLarge }
        bytes += piece.readableBytesView
      }
      try Task.checkCancellation()  // a canceled body ends early without complaint
      return bytes
    } catch let problem as Problem {
      throw problem
    } catch let error as CancellationError {
      throw error
    } catch {
      throw Problem.unreadableBody
    }
  }
}
