import ArgumentParser
import Testing

@testable import CLI

struct NearestNameTests {
  @Test(
    arguments: [
      ("explian", "explain"), ("repart", "report"), ("Verify", "verify"),
      ("proj", "projections"), ("evetns", "events"), ("re", nil), ("cake", nil), ("", nil),
      ("x", nil),
    ] as [(String, String?)])
  func `the nearest name is found, and none where nothing is near`(word: String, name: String?) {
    let names = ["explain", "events", "report", "verify", "projections", "recover", "reconcile"]
    #expect(NearestName.find(word, among: names) == name)
  }

  @Test(arguments: [
    (["explian", "account", "anna"], "Did you mean 'explain'?"),
    (["events", "exprot"], "Unexpected argument 'exprot'. Did you mean 'export'?"),
    (["accounts", "marge", "a", "b"], "Did you mean 'merge'?"),
    (["projections", "rebuild", "tenuer"], "Did you mean 'tenure'?"),
    (["report", "salse"], "Did you mean 'sales'?"),
    (["report", "sales", "--format", "jason"], "Did you mean 'json'?"),
    (["report", "sales", "--calendar", "fiscl"], "Did you mean 'fiscal'?"),
    (["serve", "--only", "grant"], "Did you mean 'grants'?"),
    (["serve", "--htpp-port", "80"], "Did you mean '--http-port'?"),
    (["keys", "create", "--name", "a", "--scopes", "read,ingst"], "Did you mean 'ingest'?"),
    (["explain", "account", "anna", "--environment", "sandbox"], "Did you mean 'Sandbox'?"),
    (["events", "export", "--types", "grant.maed"], "Did you mean 'grant.made'?"),
    (
      ["events", "export", "--types", "catalogue.published"],
      "Did you mean 'catalog.published'?"
    ),
  ])
  func `a mistyped word is answered with the one that was meant`(words: [String], end: String)
    throws
  {
    let error = #expect(throws: (any Error).self) { try Daicho.parseAsRoot(words) }
    let message = Daicho.message(for: try #require(error), after: words)
    #expect(message.prefix { $0 != "\n" }.hasSuffix(end), "\(message)")
  }

  @Test(
    arguments: [
      (["verfy", "--projections"], "Error: Unknown command 'verfy'. Did you mean 'verify'?"),
      (["keys", "crate", "--name", "a"], "Error: Unknown command 'crate'. Did you mean 'create'?"),
      (["cake", "--soft"], "Error: Unknown command 'cake'"),
    ] as [([String], String)])
  func `an option behind a mistyped command does not hide it`(words: [String], first: String) throws
  {
    let error = #expect(throws: (any Error).self) { try Daicho.parseAsRoot(words) }
    let message = Daicho.message(for: try #require(error), after: words)
    #expect(message.prefix { $0 != "\n" } == first)
  }

  @Test(arguments: [["help", "verfy"], ["verfy", "--help"], ["help", "keys", "crate"]])
  func `help of a mistyped command is wrong usage`(words: [String]) {
    let error = Daicho.named(CleanExit.helpRequest(), after: words)
    #expect(Daicho.exitCode(for: error) == .validationFailure)
    #expect(Daicho.message(for: error, after: words).contains("Did you mean '"))
  }

  @Test(arguments: [
    ["help"], ["help", "keys"], ["keys", "help", "create"], ["--help"], ["backup", "x", "--help"],
  ])
  func `help of a command is help`(words: [String]) {
    let error = Daicho.named(CleanExit.helpRequest(), after: words)
    #expect(Daicho.exitCode(for: error).isSuccess)
  }

  @Test(arguments: [["cake"], ["accounts", "show"], ["accounts", "cake"]])
  func `a word near to nothing is answered as before`(words: [String]) throws {
    let error = #expect(throws: (any Error).self) { try Daicho.parseAsRoot(words) }
    let message = Daicho.message(for: try #require(error), after: words)
    #expect(message == Daicho.fullMessage(for: try #require(error)))
  }
}
