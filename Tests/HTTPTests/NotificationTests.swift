import AppStoreSimulator
import Foundation
import HTTPTypes
import Ledger
import TestSupport
import Testing

struct NotificationTests {
  @Test func `a notification is recorded once and then a duplicate`() async throws {
    try await TestService.with { service in
      let jws = try service.ledger.authority.subscribed()
      let body = #"{"signedPayload":"\#(jws)"}"#
      let first = try await service.notify(body)
      #expect(first.status == 200)
      #expect(first.headers[.contentType] == "application/json")
      #expect(first.body == #"{"duplicate":false,"recorded":true}"#)
      let stored = try await service.ledger.eventCount()
      let second = try await service.notify(body)
      #expect(second.status == 200)
      #expect(second.body == #"{"duplicate":true,"recorded":true}"#)
      #expect(try await service.ledger.eventCount() == stored)
    }
  }

  @Test(arguments: BadNotification.allCases)
  func `what is bad is rejected by its own code, and nothing is stored`(
    bad: BadNotification
  ) async throws {
    try await TestService.with { service in
      let answer = try await service.notify(try bad.body(service.ledger.authority))
      #expect(answer.problem == bad.problem)
      #expect(answer.headers[.contentType] == "application/problem+json")
      #expect(try await service.ledger.eventCount() == 0)
    }
  }

  @Test func `a body over 128 KiB is rejected`() async throws {
    try await TestService.with { service in
      let largest = try await service.notify(String(repeating: " ", count: 131_072))
      #expect(largest.problem == "400 unreadable_json")
      let answer = try await service.notify(String(repeating: " ", count: 131_073))
      #expect(answer.problem == "413 body_too_large")
    }
  }

  @Test func `rejections are counted by code and shown`() async throws {
    try await TestService.with { service in
      for bad in [BadNotification.notJSON, .notJSON, .foreignRoot] {
        _ = try await service.notify(try bad.body(service.ledger.authority))
      }
      struct Ready: Decodable { let rejectedNotifications: [String: Int] }
      let ready = try await service.get("/readyz").decode(Ready.self)
      #expect(ready.rejectedNotifications == ["unreadable_json": 2, "untrusted_root": 1])
    }
  }
}
