import Access
import HTTPTypes
import Release

/// The route that lists the processes of the ledger.
enum RunningServersDescription {
  private static let server = NamedShape(
    "RunningServer", "A process that serves the ledger, or did within the last day.",
    [
      .required("id", .text("8c1f6a52-0b7d-4e3a-9f21-5d4c3b2a1908"), "The id, new at each start."),
      .required("host", .text("game-1"), "The name of its machine."),
      .required("process", .number(4_711, from: 1), "The number of the process there."),
      .required("version", .text(ProgramVersion.text), "The version of the program."),
      .required("commit", .text("5f3c2a1"), "The commit that it was built from."),
      .required("schema", .number(99, from: 1), "The number of the schema that it knows."),
      .required("rules", .number(5, from: 1), "The number of its rules."),
      .required(
        "parts", .list(of: .text("http")), "Its parts, by the names of `serve --only`."),
      .required(
        "epoch", .text("0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"),
        "The epoch that it knew at its last sign of life."),
      .required("startedAt", .moment(), "The moment of its start."),
      .required(
        "seenAt", .moment(), "The moment of its last sign of life; it gives one in ten seconds."),
      .required(
        "state", .choice(ServerBody.State.allCases.map(\.rawValue)),
        "`silent` if nothing was heard of it for half a minute: it was killed, is frozen, or is cut off."
      ),
    ])

  static let list = DescribedRoute(
    .get, "/v1/servers", "listServers", "List the processes of the ledger",
    "A process that stops is gone at once; one that is silent stays in the list for a day.",
    scope: .admin,
    answers: [
      .json(
        .object([.required("servers", .list(of: .named(server)), "The processes, by host.")]),
        "The processes.")
    ], codes: ["key_not_for_app", "key_not_for_environment"], isTagged: true)
}
