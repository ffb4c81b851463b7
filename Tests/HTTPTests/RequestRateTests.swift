import Access
import HTTPTypes
import TestSupport
import Testing

@testable import HTTP

/// The rate of requests of each key.
struct RequestRateTests {
  @Test func `a key that sends too much is told when to send again, and others are served`()
    async throws
  {
    try await TestService.with(rates: RequestRates(perSecond: 1)) { service in
      let other = try await service.keys.create(name: "other", scopes: [.read])
      let path = "/v1/accounts/anna/entitlements"
      for _ in 0..<10 { #expect(try await service.get(path).status == 200) }
      var limited = try await service.get(path)
      // A second may pass between two requests of a slow machine.
      for _ in 0..<20 where limited.status == 200 { limited = try await service.get(path) }
      #expect(limited.problem == "429 rate_limited retryable")
      #expect(limited.headers[.retryAfter] == "1")
      #expect(try await service.get(path, as: other).status == 200)
      #expect(try await service.ask("/healthz", .get, service.authorization).status == 200)
      #expect(try await service.ask("/readyz", .get, service.authorization).status == 200)
      let notification = try await service.ask(
        "/v1/apple/notifications", .post, service.authorization, "{}")
      #expect(notification.status == 400)
    }
  }

  @Test func `a bucket holds ten seconds' worth and fills with time`() {
    let rates = RequestRates(perSecond: 2)
    let start = ContinuousClock.now
    for _ in 0..<20 { #expect(rates.take("a", at: start) == nil) }
    #expect(rates.take("a", at: start) == 1)
    #expect(rates.take("b", at: start) == nil)
    #expect(rates.take("a", at: start + .milliseconds(500)) == nil)
    #expect(rates.take("a", at: start + .milliseconds(500)) == 1)
    #expect(rates.take("a", at: start + .seconds(3_600)) == nil)
    for _ in 0..<19 { #expect(rates.take("a", at: start + .seconds(3_600)) == nil) }
    #expect(rates.take("a", at: start + .seconds(3_600)) == 1)
  }

  @Test func `without a rate everything is allowed`() {
    let rates = RequestRates()
    for _ in 0..<10_000 { #expect(rates.take("a") == nil) }
  }
}
