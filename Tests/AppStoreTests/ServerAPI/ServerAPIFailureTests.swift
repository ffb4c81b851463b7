import AppStore
import AppStoreSimulator
import Foundation
import TestSupport
import Testing

/// A simulated App Store on a bad day.
struct ServerAPIFailureTests {
  private func misbehavior(
    _ change: (inout Misbehavior.ServerAPI) -> Void
  ) -> Misbehavior {
    var misbehavior = Misbehavior(seed: 5)
    change(&misbehavior.serverAPI)
    return misbehavior
  }

  private func error(of client: ServerAPIClient) async -> ServerAPIError? {
    do throws(ServerAPIError) {
      _ = try await client.transactions.transaction("1", in: .production)
      return nil
    } catch {
      return error
    }
  }

  @Test func `failures are to be tried again, and in the end are not waited for`() async throws {
    try await ServedStore.with(misbehaving: misbehavior { $0.failingPercent = 100 }) { store in
      let client = try store.client()
      var codes: [Int?] = []
      for _ in 0..<5 {
        let error = await error(of: client)
        #expect(error?.status == 500 && error?.verdict == .retry(notBefore: nil))
        codes.append(error?.code?.rawValue)
      }
      #expect(codes == [5_000_000, 5_000_001, nil, 5_000_000, 5_000_001])
      let held = await error(of: client)
      let end = Timestamp(milliseconds: store.clock.now.milliseconds + 5_000)
      #expect(held?.cause == .heldBack && held?.verdict == .retry(notBefore: end))
      store.clock.pass(5_000)
      #expect(await error(of: client)?.status == 500)
      #expect(await error(of: client)?.cause == .heldBack)
      await store.simulation.misbehave(Misbehavior())
      store.clock.pass(10_000)
      #expect(await error(of: client)?.isNotFound == true)
      #expect(await error(of: client)?.isNotFound == true)
    }
  }

  @Test func `a connection that breaks is to be tried again`() async throws {
    try await ServedStore.with(misbehaving: misbehavior { $0.droppedPercent = 100 }) { store in
      let error = await error(of: try store.client())
      #expect(error?.cause == .unanswered && error?.verdict == .retry(notBefore: nil))
    }
  }

  @Test func `silence is not waited out`() async throws {
    try await ServedStore.with(misbehaving: misbehavior { $0.silentPercent = 100 }) { store in
      let error = await error(of: try store.client(timeout: .milliseconds(50)))
      #expect(error?.cause == .unanswered && error?.verdict == .retry(notBefore: nil))
    }
  }

  @Test func `an answer that never ends is not waited out either`() async throws {
    try await ScriptedApple.with([.init(body: "{}", endless: true)]) { _, url in
      let client = ServerAPIClient(
        bundleID: ServedStore.bundleID, key: try ScriptedApple.key(),
        hosts: [AppleHosts(url: url)], timeout: .milliseconds(50),
        in: ServedStore.context(ServedStore.Clock()))
      let error = await error(of: client)
      #expect(error?.cause == .unanswered)
    }
  }

  @Test func `after too many requests nothing is sent until Apple's moment`() async throws {
    try await ServedStore.with(misbehaving: misbehavior { $0.rateLimitPercent = 0 }) { store in
      let client = try store.client()
      let hour: Int64 = 3_600_000
      let end = Timestamp(milliseconds: (store.clock.now.milliseconds / hour + 1) * hour)
      let limited = await error(of: client)
      #expect(limited?.is(.rateLimitExceeded) == true && limited?.status == 429)
      #expect(limited?.verdict == .retry(notBefore: end))
      await store.simulation.misbehave(Misbehavior())
      let held = await error(of: client)
      #expect(held?.cause == .heldBack && held?.verdict == .retry(notBefore: end))
      let other = try await client.transactions.order("MX1")
      #expect(other.status == 1)
      store.clock.pass(end.milliseconds - store.clock.now.milliseconds)
      #expect(await error(of: client)?.isNotFound == true)
    }
  }

  @Test func `a canceled caller gets a cancellation error`() async throws {
    try await ServedStore.with(misbehaving: misbehavior { $0.silentPercent = 100 }) { store in
      let client = try store.client()
      let asking = Task { await error(of: client) }
      asking.cancel()
      #expect(await asking.value?.cause == .canceled)
    }
  }
}
