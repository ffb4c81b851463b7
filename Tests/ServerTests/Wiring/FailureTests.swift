import Foundation
import Intake
import Ledger
import Logging
import NIOCore
import Testing

@testable import Postgres
@testable import Server

struct FailureTests {
  @Test func `an app is named among those configured, or is the only one`() throws {
    let one = [ConfiguredApp(bundleID: "a", appAppleID: nil, environments: [.production])]
    let two = one + [ConfiguredApp(bundleID: "b", appAppleID: nil, environments: [.production])]
    #expect(try one.named(nil) == "a")
    #expect(try two.named("b") == "b")
    #expect(throws: WrongUsage.self) { try one.named("b") }
    #expect(throws: WrongUsage.self) { try two.named(nil) }
  }

  @Test func `an address on which the server cannot listen is reported by its setting`() {
    func sentence(_ code: CInt) -> String? {
      Failure(listening: IOError(errnoCode: code, reason: "bind")).map { "\($0)" }
    }
    #expect(sentence(EADDRINUSE)?.hasPrefix("DAICHO_HTTP_PORT is in use") == true)
    #expect(sentence(EACCES)?.hasPrefix("DAICHO_HTTP_PORT") == true)
    #expect(sentence(EADDRNOTAVAIL)?.hasPrefix("DAICHO_HTTP_HOST is not an address") == true)
    #expect(sentence(EMFILE) == nil)
    let unknown = Failure(listening: SocketAddressError.failedToParseIPString("x"))
    #expect(unknown?.description.hasPrefix("DAICHO_HTTP_HOST names no address") == true)
  }

  @Test func `a database that is away is reported by its setting`() {
    #expect(
      Failure(reaching: PostgresError.unavailable)?.description.hasPrefix("DATABASE_URL") == true)
    #expect(Failure(reaching: PostgresError.connectionLost) == nil)
  }

  @Test func `a host that cannot be resolved is reported with its remedy`() {
    let unknown = ConnectionRejection(
      sqlState: nil, message: "Name or service not known", isOfUnknownHost: true)
    let sentence = Failure(reaching: PostgresError.refused(unknown))?.description
    #expect(
      sentence?.hasPrefix(
        "DATABASE_URL cannot be used: the name of the database's host cannot be resolved: Name or service "
          + "not known: correct the host in DATABASE_URL") == true)
  }

  @Test func `a level of the log is one of the known ones`() throws {
    #expect(try Settings().logLevel == .info)
    #expect(try Settings(environment: ["DAICHO_LOG_LEVEL": "warning"]).logLevel == .warning)
    let error = #expect(throws: SettingsError.self) {
      try Settings(environment: ["DAICHO_LOG_LEVEL": "loud"])
    }
    #expect(error?.description.hasPrefix("DAICHO_LOG_LEVEL must be one of trace, debug") == true)
  }
}
