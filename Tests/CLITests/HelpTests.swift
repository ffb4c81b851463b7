import ArgumentParser
import Foundation
import Reports
import Server
import Testing

@testable import CLI

/// The help, the manual page and the completions.
struct HelpTests {
  @Test func `the manual has a section for every command, and no line that man would obey`() {
    let lines = ManualPage.lines
    for command in ["daicho serve", "daicho events export", "daicho accounts erase"] {
      #expect(lines.contains(".SS \(command)"))
    }
    let requests: Set<Substring> = [".TH", ".SH", ".SS", ".nf", ".fi"]
    for line in lines where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(line.prefix(3)), "\(line)")
    }
    #expect(lines.count { $0 == ".nf" } == lines.count { $0 == ".fi" })
  }

  @Test(arguments: [
    (".SS of a page", #"\&.SS of a page"#), ("'tis", #"\&'tis"#), (#"a\b"#, #"a\eb"#),
    ("--json", #"\-\-json"#),
  ])
  func `a line of the help is printed as it is`(line: String, escaped: String) {
    #expect(ManualPage.escaped(line) == escaped)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a shell completes commands and options`(name: String) throws {
    let script = Daicho.completionScript(for: try #require(CompletionShell(rawValue: name)))
    for word in ["export", "follow", "dead-letters"] {
      #expect(script.contains(word), "\(word)")
    }
  }

  @Test func `a shell completes the values of options, and files`() throws {
    let script = Daicho.completionScript(for: try #require(CompletionShell(rawValue: "fish")))
    for values in [
      "table json csv xlsx hledger beancount", "http projections grants outbox reconciliation",
      "ingest read grants finance support erase admin", "Production Sandbox Xcode LocalTesting",
      "utc pacific fiscal",
    ] {
      #expect(script.contains("-rfka '\(values)'"), "\(values)")
    }
    let reports = ReportName.allCases.map(\.rawValue).joined(separator: " ")
    for values in [reports, "bash fish zsh", "chains tenure commission grants"] {
      #expect(script.contains("-fka '\(values)'"), "\(values)")
    }
    let lines = script.split(separator: "\n")
    for option in ["config", "apps", "against", "coins", "encryption-key-file"] {
      let line = lines.first { $0.contains("-l '\(option)'") }
      #expect(line?.hasSuffix("-rF") == true, "\(option)")
    }
  }

  @Test
  func `the help of a command has the settings under a heading, and leaves out the rare ones`()
    throws
  {
    let help = Daicho.helpMessage(for: Serve.self, columns: 100)
    #expect(help.contains("SETTINGS:"))
    #expect(help.contains("--database-url"))
    #expect(help.contains("--http-port"))
    #expect(!help.contains("--ocsp"))
    let all = Daicho.helpMessage(for: Serve.self, includeHidden: true, columns: 100)
    for option in ["--ocsp", "--db-connections", "--refused-serials", "--log-level"] {
      #expect(all.contains(option), "\(option)")
    }
  }

  @Test func `the help lists the commands by group`() {
    let help = Daicho.helpMessage(for: Daicho.self, columns: 100)
    for group in ["RUN", "INGEST", "INSPECT", "DECLARE", "OPERATE", "ACCOUNTS AND EVIDENCE"] {
      #expect(help.contains("\(group) SUBCOMMANDS:"), "\(group)")
    }
  }
}
