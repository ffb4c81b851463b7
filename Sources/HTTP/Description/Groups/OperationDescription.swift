import Access
import HTTPTypes
import Outbox
import Projections

/// The routes of the person on call: jobs, dead letters, projections and processes.
enum OperationDescription {
  static let group = DescribedGroup(
    name: "operations", title: "On call",
    about: """
      The jobs that the ledger owes to Apple, the events that could not be processed, the projections, and the \
      processes of the ledger. They are those of every app: a key that is bound to apps or environments is refused. The reason `apple_4040010` of a job \
      has Apple's error number, `apple_status_500` the status of its answer.
      """,
    routes: [
      listJobs, summarizeJobs, retryJobs, retryJob, parkJob, listDeadLetters, readDeadLetter,
      retryDeadLetters, listProjections, rebuild, RunningServersDescription.list,
      AuditDescription.list,
    ])

  /// The body of an act that tells who acts and why.
  private static let signature = DescribedBody.fields(
    signatureFields, isRequired: false, bytesMax: 4_096)
  private static let signatureFields: [ShapeField] = [
    .optional("by", .text("kim"), "The person who acts; by default the name of the key."),
    .optional("reason", .text("Apple answers again"), "The reason, which the audit keeps."),
  ]

  private static let bound = ["key_not_for_app", "key_not_for_environment"]
  private static let states = Shape.choice(JobStatus.State.allCases.map(\.rawValue))
  private static let kinds = Shape.choice(JobKind.allCases.map(\.rawValue))

  static let job = NamedShape(
    "Job", "A job of the outbox.",
    [
      .required("id", .text("5f1c7a0e9b8d4c3f2a1b0c9d8e7f6a5b"), "The id."),
      .required("kind", kinds, "The kind."),
      .required("state", states, "`owed` pending, `parked` dead-lettered, `done` done."),
      .nullable(
        "reason", .text("apple_unreachable"), "Why it waits or was dead-lettered.", isShown: true),
      .nullable("environment", .environment, "The environment.", isShown: true),
      .nullable("app", .app, "The bundle id of the app.", isShown: true),
      .required("subject", .transaction, "What the job is about."),
      .required("attempts", .number(2, from: 0), "The number of attempts."),
      .required("dueAt", .moment(), "The moment of the next attempt."),
      .nullable(
        "deadline", .moment("2026-05-16T00:00:00.000Z"), "The moment after which it is no use."),
      .nullable(
        "leasedUntil", .moment("2026-05-15T00:01:00.000Z"),
        "The moment until which a worker has it."),
      .required("madeAt", .moment(), "The moment at which it was made."),
      .required("changedAt", .moment(), "The moment of its last change."),
    ])

  private static let filters: [DescribedParameter] = [
    .query(.state, states, "Only jobs in this state."),
    .query(.kind, kinds, "Only jobs of this kind."),
    .query(.reason, .text("apple_unreachable"), "Only jobs with this reason."),
    DescribedParameter(
      name: "app", place: .query, shape: .app, about: "Only jobs of this app.", isRequired: false,
      codes: []),
  ]

  private static let listJobs = DescribedRoute(
    .get, "/v1/outbox", "listJobs", "List jobs", scope: .admin,
    parameters: filters + DescribedParameter.query(.limit) + [
      .query(.after, .text("3f2a"), "The `next` of the page before.")
    ],
    answers: [
      .json(
        .object([
          .required("jobs", .list(of: .named(job)), "The jobs."),
          .required("next", .next, "The `after` of the next page; null at the end."),
        ]), "A page of jobs.", headers: [("Link", "The address of the next page.")])
    ], codes: bound, isTagged: true)

  private static let summarizeJobs = DescribedRoute(
    .get, "/v1/outbox/summary", "summarizeJobs", "Count jobs", scope: .admin,
    answers: [
      .json(
        .object([
          .required("total", .number(4, from: 0), "The number of pending and dead-lettered jobs."),
          .required(
            "groups",
            .list(
              of: .object([
                .required("state", states, "The state."),
                .required("kind", kinds, "The kind."),
                .nullable("reason", .text("apple_unreachable"), "The reason.", isShown: true),
                .nullable("app", .app, "The bundle id of the app.", isShown: true),
                .nullable("environment", .environment, "The environment.", isShown: true),
                .required("count", .number(4, from: 0), "The number of jobs."),
                .required("oldestAt", .moment(), "The moment at which the oldest was made."),
                .required("nextDueAt", .moment(), "The moment of the next attempt."),
                .required("attemptsMax", .number(2, from: 0), "The most attempts at one of them."),
              ])), "The jobs that agree in all but their subject."),
        ]), "The numbers.")
    ], codes: bound, isTagged: true)

  private static let retryJobs = DescribedRoute(
    .post, "/v1/outbox/retry", "retryJobs", "Retry jobs",
    "At least one parameter selects the jobs.",
    scope: .admin, parameters: filters, body: signature,
    answers: [
      .json(
        .object([.required("retried", .number(4, from: 0), "The number of jobs that are due now.")]
        ), "Due now.")
    ], codes: bound)

  private static let jobID = DescribedParameter.path(
    "id", .text("5f1c7a0e9b8d4c3f2a1b0c9d8e7f6a5b"), "The id of the job.")
  private static let jobAnswer = Shape.object([
    .required("id", .text("5f1c7a0e9b8d4c3f2a1b0c9d8e7f6a5b"), "The id."),
    .required("state", states, "The state."),
  ])

  private static let retryJob = DescribedRoute(
    .post, "/v1/outbox/{id}/retry", "retryJob", "Retry a job", scope: .admin, parameters: [jobID],
    body: signature,
    answers: [.json(jobAnswer, "Due now.")], codes: bound + ["job_not_found"])

  private static let parkJob = DescribedRoute(
    .post, "/v1/outbox/{id}/park", "parkJob", "Dead-letter a job", scope: .admin,
    parameters: [jobID],
    body: .fields(
      [.required("reason", .text("the purchase was refunded"), "The reason."), signatureFields[0]],
      bytesMax: 4_096),
    answers: [
      .json(
        jobAnswer.such(as: ["id": "5f1c7a0e9b8d4c3f2a1b0c9d8e7f6a5b", "state": "parked"]),
        "Dead-lettered.")
    ],
    codes: bound + ["job_not_found"])

  private static let deadLetter = NamedShape(
    "DeadLetter", "An event that a consumer could not process.",
    [
      .required("event", .text("3-17"), "The id of the event."),
      .required("consumer", .text("projections"), "The consumer."),
      .required("reason", .text("the state is larger than a row"), "The error."),
      .required("since", .moment(), "The moment from which it waits."),
    ])

  private static let consumer = DescribedParameter.query(
    .consumer, nil, "Only those of this consumer.")

  private static let listDeadLetters = DescribedRoute(
    .get, "/v1/dead-letters", "listDeadLetters", "List dead letters", scope: .admin,
    parameters: [consumer] + DescribedParameter.query(.limit) + [
      .query(.after, .text("3-17"), "The `next` of the page before.")
    ],
    answers: [
      .json(
        .object([
          .required("deadLetters", .list(of: .named(deadLetter)), "The dead letters."),
          .required("next", .next, "The `after` of the next page; null at the end."),
        ]), "A page of dead letters.", headers: [("Link", "The address of the next page.")])
    ], codes: bound, isTagged: true)

  private static let readDeadLetter = DescribedRoute(
    .get, "/v1/dead-letters/{event}", "readDeadLetter", "Read an event as the database has it",
    scope: .admin,
    parameters: [.path("event", .text("3-17"), "The id of the event.")],
    answers: [
      .json(
        .object([
          .required("event", .text("3-17"), "The id of the event."),
          .nullable("reason", .text("unknown type"), "Why it cannot be read; null if it can."),
          .required("columns", .map(of: .text("17"), "position"), "The columns of the row."),
          .required("deadLetters", .list(of: .named(deadLetter)), "Its dead letters."),
        ]), "The event.")
    ], codes: bound + ["event_not_found"], isTagged: true)

  private static let retryDeadLetters = DescribedRoute(
    .post, "/v1/dead-letters/retry", "retryDeadLetters", "Process dead letters again",
    scope: .admin,
    parameters: [
      consumer, .query(.event, nil, "Only this event."),
      .query(.reason, .text("unknown type"), "Only those with this error."),
    ],
    body: signature,
    answers: [
      .json(
        .object([
          .required("processed", .number(1, from: 0), "The number of events that were processed."),
          .required(
            "deleted", .number(0, from: 0),
            "The number of dead letters without an event, which were deleted."),
          .required("left", .number(0, from: 0), "The number of dead letters that are left."),
        ]), "The result.")
    ], codes: bound)

  private static let rebuildProgress = NamedShape(
    "Rebuild", "The progress of a rebuild.",
    [
      .required("generation", .number(2), "The number of the generation."),
      .required(
        "projections", .list(of: .choice(ProjectionName.allCases.map(\.rawValue))),
        "The projections."),
      .required(
        "phase", .text("reading"), "reading, indexing, catching up, comparing, switching or ready."),
      .required("running", .truth(), "False if it was interrupted, or waits for its switch."),
      .required("events", .number(1_200), "The events that were read."),
      .required("eventsInAll", .number(40_000), "The events in all."),
      .nullable("eventsPerSecond", .decimal(8_000.5), "The rate.", isShown: true),
      .nullable("secondsLeft", .decimal(4.8), "The time left.", isShown: true),
      .required("begunAt", .moment(), "The beginning."),
    ])

  private static let projections = Shape.object([
    .required(
      "projections",
      .list(
        of: .object([
          .required("name", .choice(ProjectionName.allCases.map(\.rawValue)), "The name."),
          .required("generation", .number(1), "The number of the generation that is read."),
          .nullable(
            "rules", .number(3), "The number of the rules by which it was built.", isShown: true),
          .nullable("previous", .number(1), "The number of the generation that was replaced last."),
          .nullable(
            "acceptedBy", .text("eve"),
            "The person who accepted that it differs from the one before."),
          .required("lagEvents", .number(0), "The events that it is behind."),
          .required("lagSeconds", .decimal(0.5), "The seconds that it is behind."),
          .required("deadLetters", .number(0), "The number of its dead letters."),
        ])), "The projections."),
    .nullable("rebuild", .named(rebuildProgress), "The rebuild; null if there is none."),
  ])

  private static let listProjections = DescribedRoute(
    .get, "/v1/projections", "listProjections", "List projections", scope: .admin,
    answers: [.json(projections, "The projections.")], codes: bound, isTagged: true)

  private static let rebuild = DescribedRoute(
    .post, "/v1/projections/{name}/rebuild", "rebuildProjection", "Build a projection again",
    scope: .admin,
    parameters: [
      .path(
        "name", .choice(ProjectionName.allCases.map(\.rawValue) + ["all"]),
        "The projection, or `all`.")
    ],
    body: .fields(
      [
        .optional(
          "switch", .truth(), "False if the switch is done by hand; by default true.", isShown: true
        ),
        .optional(
          "eventsPerSecond", .number(5_000, from: 1),
          "The most events a second; by default as many as it can."),
      ] + signatureFields, isRequired: false, bytesMax: 4_096),
    answers: [.json(projections, "Begun.", status: 202)],
    codes: bound + [
      "projection_not_found", "rebuild_under_way", "rebuild_begun", "no_space",
      "rebuild_not_possible",
    ])
}
