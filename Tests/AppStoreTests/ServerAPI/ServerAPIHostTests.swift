import AppStoreSimulator
import Foundation
import TestSupport
import Testing

@testable import AppStore

struct ServerAPIHostTests {
  private static let nobody = AppleHosts(url: "http://127.0.0.1:1")

  @Test func `both generations of hosts are Apple's, over HTTPS`() {
    let hosts = AppleHosts.serverAPI.flatMap { [$0.production, $0.sandbox] }
    #expect(Set(hosts).count == 4)
    for host in hosts {
      #expect(host.hasPrefix("https://api.storekit") && host.hasSuffix(".apple.com"))
    }
    #expect(AppleHosts(url: "http://a/").sandbox == "http://a")
  }

  @Test func `an environment with an address of its own is asked there alone`() {
    let hosts = AppleHosts.serverAPI.map { $0.replacing([.sandbox: "http://a/"]) }
    #expect(hosts.addresses(in: .sandbox) == ["http://a"])
    #expect(
      hosts.addresses(in: .production) == [
        "https://api.storekit.apple.com", "https://api.storekit.itunes.apple.com",
      ])
  }

  @Test func `where a host cannot be reached, the next one is asked`() async throws {
    try await ServedStore.with { store in
      let id = try await store.buy(ServedStore.gems)
      let client = try store.client(hosts: [Self.nobody, AppleHosts(url: store.url)])
      for _ in 0..<10 {
        let jws = try await client.transactions.transaction(id, in: .production)
        #expect(try await store.ids([jws]) == [id])
      }
    }
  }

  @Test func `where none can be reached, it is to be tried again`() async throws {
    let client = try ScriptedApple.client(["http://127.0.0.1:1", "http://127.0.0.1:2"])
    let error = await #expect(throws: ServerAPIError.self) {
      try await client.transactions.transaction("1", in: .production)
    }
    #expect(error?.cause == .unreachable && error?.verdict == .retry(notBefore: nil))
    #expect(error?.description == "http://127.0.0.1:1 cannot be reached")
  }

  @Test func `the sandbox is asked where production knows no such transaction`() async throws {
    let clock = ServedStore.Clock()
    try await ServedStore.with(clock: clock) { production in
      try await ServedStore.with(in: .sandbox, clock: clock) { sandbox in
        let real = try await production.buy(ServedStore.gems)
        let tried = try await sandbox.buy(ServedStore.noAds)
        try #require(real != tried)
        let hosts = AppleHosts(production: production.url, sandbox: sandbox.url)
        let client = try production.client(hosts: [hosts])
        for (id, environment) in [(real, ServerAPIEnvironment.production), (tried, .sandbox)] {
          let (jws, home) = try await client.transactions.transactionInEitherEnvironment(id)
          let transaction = try await production.verified(jws)
          #expect(transaction.transactionId == id && home == environment)
          #expect(transaction.environment == environment.rawValue)
        }
        let error = await #expect(throws: ServerAPIError.self) {
          try await client.transactions.transactionInEitherEnvironment("2000000123456789")
        }
        #expect(error?.isNotFound == true && error?.verdict == .never)
      }
    }
  }

  @Test(arguments: [
    (404, 4_040_005), (404, 4_040_003), (400, 4_000_006), (404, nil), (500, 5_000_000), (401, nil),
  ])
  func `whatever else production answers, the sandbox is not asked`(
    status: Int, code: Int?
  ) async throws {
    let body = code.map { #"{"errorCode":\#($0),"errorMessage":"no"}"# } ?? ""
    try await ScriptedApple.with([.init(status: status, body: body)]) { apple, url in
      let client = ServerAPIClient(
        bundleID: ServedStore.bundleID, key: try ScriptedApple.key(),
        hosts: [AppleHosts(production: url, sandbox: "http://127.0.0.1:1")],
        in: ServedStore.context(ServedStore.Clock()))
      let error = await #expect(throws: ServerAPIError.self) {
        try await client.transactions.transactionInEitherEnvironment("1")
      }
      #expect(error?.status == status && error?.code?.rawValue == code)
    }
  }
}
