import Foundation
import NIOCore
import Postgres

extension Failure {
  /// Why the server cannot listen where it is set to; nil for any other error.
  init?(listening error: any Error) {
    switch error {
    case let error as IOError where error.errnoCode == EADDRINUSE:
      self.init("DAICHO_HTTP_PORT is in use: choose another, or stop what listens there")
    case let error as IOError where error.errnoCode == EACCES:
      self.init("DAICHO_HTTP_PORT is not for this user: choose one above 1023")
    case let error as IOError where error.errnoCode == EADDRNOTAVAIL:
      self.init("DAICHO_HTTP_HOST is no address of this machine: 0.0.0.0 stands for all it has")
    case is SocketAddressError.UnknownHost, is SocketAddressError:
      self.init("DAICHO_HTTP_HOST names no address: write one as 127.0.0.1")
    default: return nil
    }
  }

  /// Why the database of `DATABASE_URL` is not there; nil for any other error.
  init?(reaching error: any Error) {
    guard case PostgresError.unavailable = error else { return nil }
    self.init(
      "DATABASE_URL names a database that cannot be reached: see that it runs and lets us in")
  }
}
