import Testing

@testable import Server

struct DatabaseURLExaminationTests {
  @Test(arguments: [
    ("postgresql://u:hidden@db.example/d", "", "db.example"),
    ("postgresql://u:hidden@db.example/d?sslmode=verify-full", "", nil),
    ("postgresql://u:hidden@db.example/d?sslmode=require", "", "db.example"),
    ("postgresql://u:hidden@db.example/d?sslmode=verify-ca", "", "db.example"),
    ("postgresql://u:hidden@db.example/d", "verify-full", nil),
    ("postgresql://u:hidden@db.example/d?sslmode=prefer", "verify-full", "db.example"),
    ("postgresql://u:hidden@10.0.0.7:5433/d", "", "10.0.0.7"),
    ("postgresql://u:hidden@[2001:db8::1]/d", "", "2001:db8::1"),
    ("postgresql://u:hidden@127.0.0.1,other:5433/d", "", "other"),
    ("postgresql:///d?host=db.example&user=u&password=hidden", "", "db.example"),
    ("postgresql://u:hidden@localhost/d?hostaddr=10.0.0.7", "", "10.0.0.7"),
    ("postgresql://u:hidden@127.0.0.1/d", "", nil), ("postgresql://u:hidden@[::1]:5432/d", "", nil),
    ("postgresql://u:hidden@LOCALHOST/d", "", nil), ("postgresql:///d", "", nil),
    ("postgresql://u:hidden@%2Frun%2Fpostgresql/d", "", nil),
    ("postgresql:///d?host=/run/postgresql", "", nil),
    ("postgresql://u:hidden@db.example/d?hostaddr=127.0.0.1", "", nil),
  ])
  func `a server on another machine must prove its identity`(
    url: String, mode: String, host: String?
  ) throws {
    let settings = try Settings(flags: [.databaseURL: url])
    let environment = mode.isEmpty ? [:] : ["PGSSLMODE": mode]
    let finding = try #require(
      DatabaseURLExamination(settings, environment: environment).finding())
    #expect((finding.verdict == .warn) == (host != nil))
    if let host { #expect(finding.found.hasPrefix("\(host) need not prove its identity")) }
    #expect(finding.remedy?.contains("sslmode=verify-full") == (host == nil ? nil : true))
    #expect(!finding.line.contains("hidden"))
  }

  @Test func `a host that the environment names is one like any other`() throws {
    let settings = try Settings(flags: [.databaseURL: "postgresql:///d"])
    let examination = DatabaseURLExamination(settings, environment: ["PGHOST": "db.example"])
    #expect(examination.finding()?.verdict == .warn)
  }

  @Test func `the embedded server has no network`() throws {
    let examination = DatabaseURLExamination(try Settings(), environment: ["PGHOST": "db.example"])
    #expect(examination.finding()?.verdict == .ok)
  }
}
