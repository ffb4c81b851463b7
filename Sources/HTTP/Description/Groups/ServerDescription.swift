import Access
import HTTPTypes
import Release

/// The routes about the server itself, which need no key.
enum ServerDescription {
  static let group = DescribedGroup(
    name: "server", title: "The server",
    about:
      "Health, and this description. These routes need no key and are never limited by a rate.",
    routes: [health, readiness, document, index, page, text])

  private static let check = NamedShape(
    "Check", "The result of a check of readiness.",
    [
      .required("ok", .truth(), "True if it passed."),
      .nullable(
        "detail", .text("events are dead-lettered: `daicho doctor` says more"), "What is wrong."),
      .nullable("lagEvents", .number(0), "The events that consumers are behind."),
      .nullable(
        "lagSeconds", .decimal(0.5),
        "The seconds since the oldest event that projections or granting have not read."),
      .nullable("deadLetters", .number(0), "The number of dead letters."),
    ])

  private static let ready = Shape.object(readiness(true))
  private static let unready = Shape.object(readiness(false))

  private static func readiness(_ isReady: Bool) -> [ShapeField] {
    [
      .required("ready", .truth(isReady), "True if the process can serve."),
      .required("version", .text(ProgramVersion.text), "The version of the program."),
      .required("schema", .number(100), "The number of the schema of the program."),
      .required("rules", .number(5), "The number of the rules by which the program decides."),
      .optional(
        "checks", .map(of: .named(check), "database"), "The checks, for a caller with a key."),
      .optional(
        "rejectedNotifications", .map(of: .number(2), "untrusted_root"),
        "The notifications that were refused since the start, by code, for a caller with a key."),
    ]
  }

  private static let health = DescribedRoute(
    .get, "/healthz", "readHealth", "Ask if the process lives", scope: nil,
    answers: [
      .json(
        .object([
          .required("status", .choice(["ok"]), "`ok`."),
          .required("version", .text(ProgramVersion.text), "The version of the program."),
          .required("schema", .number(100), "The number of the schema of the program."),
          .required("rules", .number(5), "The number of the rules by which the program decides."),
        ]), "It lives.")
    ], ignoresParameters: true)

  private static let readiness = DescribedRoute(
    .get, "/readyz", "readReadiness", "Ask if the process can serve",
    "A key of any scope is told the findings of each check, too.", scope: nil,
    answers: [
      .json(ready, "It can serve."),
      .json(unready, "It cannot serve now.", status: 503),
    ], ignoresParameters: true)

  private static let document = DescribedRoute(
    .get, "/openapi.json", "readDescription", "Read the description of all routes", scope: nil,
    answers: [.json(.anything(["openapi": "3.1.0"]), "An OpenAPI document, version 3.1.")],
    isTagged: true)

  private static let index = DescribedRoute(
    .get, "/docs", "readReference", "Read the reference", scope: nil,
    answers: [
      DescribedAnswer(status: 200, about: "A page.", content: .texts(["text/html; charset=utf-8"]))
    ],
    isTagged: true)

  private static let page = DescribedRoute(
    .get, "/docs/{page}", "readReferencePage", "Read a page of the reference",
    "The `type` of a problem leads to the page `problems`.", scope: nil,
    parameters: [
      .path("page", .text("wallet"), "The name of a group of routes or of a guide, or `problems`.")
    ],
    answers: [
      DescribedAnswer(
        status: 200, about: "The page.", content: .texts(["text/html; charset=utf-8"]))
    ],
    codes: ["not_found"], isTagged: true)

  private static let text = DescribedRoute(
    .get, "/llms.txt", "readTextIndex", "Read a short index of the API", scope: nil,
    answers: [
      DescribedAnswer(status: 200, about: "A text.", content: .texts(["text/plain; charset=utf-8"]))
    ],
    isTagged: true)
}
