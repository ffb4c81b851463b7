import Access
import HTTPTypes

/// The route that lists what people did by hand.
enum AuditDescription {
  private static let act = NamedShape(
    "Act", "What a person did by hand.",
    [
      .required("event", .text("0-17"), "The id of the event that tells of it."),
      .required("at", .moment(), "The moment at which it was recorded."),
      .required("act", .text("outbox.park"), "The name of the act."),
      .nullable("object", .text("5f1c7a0e9b8d4c3f2a1b0c9d8e7f6a5b"), "What it was done to."),
      .nullable(
        "by", .text("kim"), "The person; null for an act of before persons were recorded."),
      .nullable("key", .text("0a1b2c3d"), "The id of the API key; null at the command line."),
      .nullable("secondPerson", .text("bob"), "The second person."),
      .nullable("secondKey", .text("0022ccdd"), "The id of the second person's key."),
      .nullable("reason", .text("the purchase was refunded"), "The reason."),
      .required("values", .map(of: .text("4"), "jobs"), "The figures and names of the act."),
    ])

  private static let unreadable = NamedShape(
    "UnreadableEvent", "An event that this version cannot read.",
    [
      .required("event", .text("0-18"), "The id of the event."),
      .required("reason", .text("unknown schema version 99"), "The reason."),
    ])

  static let list = DescribedRoute(
    .get, "/v1/audit", "listActs", "List what people did by hand", "The newest come last.",
    scope: .admin,
    parameters: [
      .query(.from, .moment("2026-05-01T00:00:00.000Z"), "Only acts from this moment on."),
      .query(.to, .moment("2026-06-01T00:00:00.000Z"), "Only acts before this moment."),
      .query(.by, .text("kim"), "Only acts of this person."),
    ] + DescribedParameter.query(.act, .accounts, .limit) + [
      .query(.after, nil, "The `next` of the page before.")
    ],
    answers: [
      .json(
        .object([
          .required("acts", .list(of: .named(act)), "The acts."),
          .required("next", .next, "The `after` of the next page; null at the end."),
          .required(
            "unreadable", .list(of: .named(unreadable)),
            "The events that cannot be read and may tell of further acts."),
        ]), "A page of acts.", headers: [("Link", "The address of the next page.")])
    ], codes: ["key_not_for_app", "key_not_for_environment"], isTagged: true)
}
