import Foundation
import NIOCore
import Postgres

/// The failure of a command, as a sentence for the person who ran it.
package struct Failure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// Wrong usage that is found only after the settings are read. The exit code is 2, as for all wrong
/// usage.
package struct WrongUsage: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

extension Failure {
  /// Explains why the server cannot listen at its address; nil for any other error.
  package init?(listening error: any Error) {
    switch error {
    case let error as IOError where error.errnoCode == EADDRINUSE:
      self.init("DAICHO_HTTP_PORT is in use: choose another, or stop what listens there")
    case let error as IOError where error.errnoCode == EACCES:
      self.init("DAICHO_HTTP_PORT is not for this user: choose one above 1023")
    case let error as IOError where error.errnoCode == EADDRNOTAVAIL:
      self.init("DAICHO_HTTP_HOST is not an address of this machine: 0.0.0.0 means all of them")
    case is SocketAddressError.UnknownHost, is SocketAddressError:
      self.init("DAICHO_HTTP_HOST names no address: write one as 127.0.0.1")
    default: return nil
    }
  }

  /// Runs an act that only the database's owner may do, and says so if the login may not.
  static func namingOwner<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch PostgresError.server(let error) where error.sqlState == .insufficientPrivilege {
      throw Failure(
        "the login of DATABASE_URL may neither begin an epoch nor end a pause: run `daicho recover` with "
          + "the login that owns the database, as `daicho migrate`")
    }
  }

  /// Explains why the database of `DATABASE_URL` cannot be reached; nil for any other error.
  package init?(reaching error: any Error) {
    switch error {
    case let error as PostgresError where error.condition != nil:
      self.init("DATABASE_URL cannot be used: \(error.sentence)")
    case PostgresError.refused(let refusal) where refusal.isOfUnknownHost:
      self.init("DATABASE_URL cannot be used: \(PostgresError.refused(refusal).sentence)")
    case PostgresError.unavailable, PostgresError.refused:
      self.init(
        "DATABASE_URL names a database that cannot be reached: check that it runs and accepts us "
          + "(\(error))")
    case PostgresError.sharedSession:
      self.init("DATABASE_URL cannot be used: \(error)")
    case PostgresError.role(let fault):
      self.init("\(fault)")
    default: return nil
    }
  }
}
