import AppStore
import AppStoreSimulator
import Foundation
import Hummingbird
import HummingbirdTesting
import Synchronization
import TestSupport
import Testing

/// A server of the status of a chain's certificates, which counts the questions.
final class StatusServer: Sendable {
  /// The answers to questions about a certificate.
  enum Answer: Sendable {
    case status(OpenSSLResponder.Status)
    /// A good answer that the issuer of another chain signed.
    case foreign
    case text(String)
    case failure
    /// The head of an answer, whose body never comes.
    case endless
  }

  let chain: Chain
  private let leaf: OpenSSLResponder
  private let intermediate: OpenSSLResponder
  private let foreign: CertificateIssuer
  private let closing: Closing
  private let state = Mutex((leaf: Answer.status(.good), intermediate: Answer.status(.good)))
  private let questions = Mutex(0)

  /// The number of questions so far.
  var asked: Int { questions.withLock(\.self) }

  private init(
    _ address: String, _ leafValid: ClosedRange<Date>, in directory: URL, _ closing: Closing
  ) throws {
    chain = try Chain(leafValid: leafValid, responder: address)
    leaf = try OpenSSLResponder(
      chain.intermediate, about: chain.leaf, in: directory.appending(path: "leaf"))
    intermediate = try OpenSSLResponder(
      chain.root, about: chain.intermediate.certificate,
      in: directory.appending(path: "intermediate"))
    foreign = try Chain().intermediate
    self.closing = closing
  }

  /// Serves a new chain while `body` runs.
  static func with(
    leafValid: ClosedRange<Date> = Chain.decade,
    _ body: @escaping @Sendable (StatusServer) async throws -> Void
  ) async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "daicho-ocsp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }  // the system clears it too
    let served = Mutex<StatusServer?>(nil)
    let closing = Closing()
    let router = Router()
    router.post(":issuer") { request, context in
      let server = served.withLock { $0 }
      guard let server else { return Response(status: .notFound) }
      return try await server.answer(
        request, about: try context.parameters.require("issuer"))
    }
    try await Application(router: router).test(.live) { client in
      defer { closing.begin() }
      let address = "http://127.0.0.1:\(try #require(client.port))"
      let server = try StatusServer(address, leafValid, in: directory, closing)
      served.withLock { $0 = server }
      try await body(server)
    }
  }

  func answer(leaf: Answer = .status(.good), intermediate: Answer = .status(.good)) {
    state.withLock { $0 = (leaf, intermediate) }
  }

  private func answer(_ request: Request, about issuer: String) async throws -> Response {
    questions.withLock { $0 += 1 }
    let isLeaf = issuer == "developer-relations"
    let question = Array(try await request.body.collect(upTo: 4_096).readableBytesView)
    let responder = isLeaf ? leaf : intermediate
    switch state.withLock({ isLeaf ? $0.leaf : $0.intermediate }) {
    case .status(let status):
      let answer = try await responder.answer(question, status)
      return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer)))
    case .foreign:
      let answer = try await responder.answer(question, .good, signedBy: foreign)
      return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer)))
    case .text(let text):
      return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    case .failure:
      return Response(status: .serviceUnavailable)
    case .endless:
      return Response(
        status: .ok,
        body: ResponseBody { writer in
          try await writer.write(ByteBuffer(string: "0"))
          await self.closing.wait()
        })
    }
  }
}
