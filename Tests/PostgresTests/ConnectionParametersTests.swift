import Postgres
import Testing

struct ConnectionParametersTests {
  @Test(arguments: [
    (
      "host=one,two hostaddr=,10.0.0.2 sslmode=require password=hidden", ["one", "10.0.0.2"],
      "require"
    ),
    ("postgresql://u:hidden@one:1,two:2/d?sslmode=verify-full", ["one", "two"], "verify-full"),
    ("dbname=d", [""], "prefer"), ("host='/run/postgresql'", ["/run/postgresql"], "prefer"),
  ])
  func `both forms of an address are read as libpq reads them`(
    url: String, hosts: [String], sslMode: String
  ) throws {
    let parameters = try #require(
      ConnectionParameters(ConnectionOptions(url: url), environment: [:]))
    #expect(parameters.hosts == hosts)
    #expect(parameters.sslMode == sslMode)
    #expect(!"\(parameters)".contains("hidden"))
  }

  @Test func `the environment completes an address and never overrides it`() throws {
    let options = ConnectionOptions(url: "postgresql://one/d")
    let parameters = try #require(
      ConnectionParameters(options, environment: ["PGHOST": "two", "PGSSLMODE": "verify-ca"]))
    #expect(parameters.hosts == ["one"])
    #expect(parameters.sslMode == "verify-ca")
  }

  @Test func `an address that libpq cannot read has no parameters`() {
    let options = ConnectionOptions(url: "postgresql://u:hidden@one/d?nonsense=1")
    #expect(ConnectionParameters(options, environment: [:]) == nil)
  }
}
