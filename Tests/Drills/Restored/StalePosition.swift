/// A position of a ledger and the end of a page: both must be rejected after a restore.
struct StalePosition: Sendable {
  private let position: String
  private let next: String

  /// Reads a position from a ledger that has more than one grant.
  init(of client: FleetClient) async throws {
    struct Page: Decodable { let position: String, next: String? }
    let page = try await client.get("/v1/grants?limit=1").decode(Page.self)
    guard let next = page.next else { throw BrokenDrill("there is one grant at most") }
    (position, self.next) = (page.position, next)
    for path in paths {
      let reply = try await client.get(path)
      guard reply.status == 200 else {
        throw BrokenDrill("\(path) was answered \(reply.status) before the restore: \(reply.body)")
      }
    }
  }

  func check(rejectedBy client: FleetClient) async throws {
    for path in paths {
      let reply = try await client.get(path)
      guard reply.status == 409, reply.problem == "epoch_changed" else {
        throw BrokenDrill("\(path) was answered \(reply.status) after the restore: \(reply.body)")
      }
    }
  }

  private var paths: [String] {
    ["/v1/grants?minPosition=\(position)", "/v1/grants?after=\(next)"]
  }
}
