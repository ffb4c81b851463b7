import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Release
import Synchronization
import X509

/// A transport that posts one question to an OCSP responder. It follows no redirects.
final class OCSPTransport: OCSPRequester {
  private enum Failure: Error {
    case noWebAddress, notOK
  }

  /// The largest accepted answer in bytes. Apple's have about a thousand.
  private static let answerMax = 65_536
  /// The one HTTP client of the process, which lives as long as the process.
  private static let client = HTTPClient(
    configuration: HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5))))

  private let timeout: Duration
  private let unanswered = Atomic(false)

  /// - Parameter timeout: the time limit from the first byte sent to the last byte read.
  init(timeout: Duration) {
    self.timeout = timeout
  }

  /// True if a question had no answer at all.
  var wasUnanswered: Bool { unanswered.load(ordering: .acquiring) }

  func query(request question: [UInt8], uri: String) async -> OCSPRequesterQueryResult {
    do {
      return .response(try await post(question, to: uri))
    } catch {
      unanswered.store(true, ordering: .releasing)
      return .terminalError(error)
    }
  }

  private func post(_ question: [UInt8], to address: String) async throws -> [UInt8] {
    guard address.hasPrefix("http://") || address.hasPrefix("https://") else {
      throw Failure.noWebAddress
    }
    var request = HTTPClientRequest(url: address)
    request.method = .POST
    request.headers.add(name: "content-type", value: "application/ocsp-request")
    request.headers.add(name: "user-agent", value: ProgramVersion.userAgent)
    request.body = .bytes(ByteBuffer(bytes: question))
    let (head, body) = try await request.answer(
      by: Self.client, within: timeout, upTo: Self.answerMax)
    guard head.status == .ok else { throw Failure.notOK }
    return Array(body.readableBytesView)
  }
}
