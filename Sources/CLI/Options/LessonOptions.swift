import ArgumentParser
import HTTP
import Ledger
import Server

/// The app and the form of what is printed, of commands about lessons of Apple's files.
struct LessonOptions: ParsableArguments {
  @OptionGroup var options: SettingsOptions
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @Flag(help: "Print JSON.")
  var json = false

  /// Prints a list that is in force for the app.
  ///
  /// - Parameter sentence: printed in place of an empty list.
  func show<Row: Encodable>(
    _ name: String, else sentence: String, text: (Row) -> String,
    _ rows: (SharedState, BundleID) -> [Row]
  ) async throws {
    let settings = try options.settings()
    let bundleID = try TrustedFiles(settings).apps.named(app)
    let rows = rows(try await Database.sharedState(settings), bundleID)
    try Printing.show(
      [name: rows], lines: rows.isEmpty ? [sentence] : rows.map(text), asJSON: json)
  }
}

/// The options of commands that learn from Apple's files and publish the lesson.
struct LearningOptions: ParsableArguments {
  @OptionGroup var lesson: LessonOptions
  @Option(help: "Publish what is listed, in your name.")
  var by: String?

  func validate() throws {
    if let by, let fault = PlainName.fault(recording: by) { throw ValidationError("--by \(fault)") }
  }

  /// Learns, publishes if a name was given, and prints the lesson.
  func run<Body: LessonBody>(
    _ learn: (Composition, BundleID, _ author: String?) async throws -> Body
  ) async throws {
    try await Composition.with(
      try lesson.options.settings(), app: lesson.app, seals: by != nil
    ) { parts, bundleID in
      let body = try await learn(parts, bundleID, by)
      try Printing.show(body, lines: body.lines, asJSON: lesson.json)
    }
  }
}
