import CLibPQ

/// The parameters of a connection, as libpq reads them from the address and from the environment.
/// Holds no password.
package struct ConnectionParameters: Sendable, Hashable {
  /// The addresses or names that are tried in order. The folder of a socket begins with `/`; an
  /// empty text is the default socket.
  package let hosts: [String]
  /// The demand on the server's certificate, as `verify-full`; `prefer` if nothing is set.
  package let sslMode: String
  /// True if the address itself holds a password.
  package let addressHoldsPassword: Bool

  /// Reads the parameters; nil if libpq cannot read the address.
  ///
  /// - Parameter environment: the variables, as `PGHOST` and `PGSSLMODE`, that complete the address.
  package init?(_ options: ConnectionOptions, environment: [String: String]) {
    var error: UnsafeMutablePointer<CChar>?
    let parsed = PQconninfoParse(options.url, &error)
    PQfreemem(error)  // the message may repeat the address, and with it the password
    guard let parsed else { return nil }
    defer { PQconninfoFree(parsed) }
    var values: [String: String] = [:]
    var holdsPassword = false
    var next = parsed
    while let keyword = next.pointee.keyword {
      let option = next.pointee
      if option.val != nil, ["password", "sslpassword"].contains(String(cString: keyword)) {
        holdsPassword = true
      }
      values[String(cString: keyword)] =
        option.val.map { String(cString: $0) }
        ?? option.envvar.flatMap { environment[String(cString: $0)] }
        ?? option.compiled.map { String(cString: $0) }
      next += 1
    }
    hosts = Self.hosts(values)
    sslMode = values["sslmode"] ?? ""
    addressHoldsPassword = holdsPassword
  }

  /// Returns the hosts. An address of `hostaddr` is connected to instead of the name in its place.
  private static func hosts(_ values: [String: String]) -> [String] {
    func list(_ keyword: String) -> [String] {
      (values[keyword] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        .map(String.init)
    }
    let (names, addresses) = (list("host"), list("hostaddr"))
    return (0..<max(names.count, addresses.count)).map { index in
      let address = addresses.dropFirst(index).first ?? ""
      return address.isEmpty ? names.dropFirst(index).first ?? "" : address
    }
  }
}
