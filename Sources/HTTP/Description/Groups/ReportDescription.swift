import Access
import HTTPTypes
import Reports

/// The route of finance reports.
enum ReportDescription {
  static let group = DescribedGroup(
    name: "reports", title: "Reports",
    about: """
      The reports of finance. Every format names the app, the period, its state, the units and the position. A report \
      of a closed month has an `ETag`; any other tells until when it knows, and has none.
      """,
    routes: [report])

  private static let report = DescribedRoute(
    .get, "/v1/reports/{name}", "readReport", "Read a report", scope: .finance,
    parameters: [
      .path("name", .choice(ReportName.allCases.map(\.rawValue)), "The name of the report.")
    ]
      + DescribedParameter.query(
        .app, .environment, .knownAt, .minPosition, .from, .to, .format, .by, .period, .calendar)
      + lists,
    answers: [
      DescribedAnswer(
        status: 200, about: "The report.",
        content: .report(
          .named(body),
          ReportFormat.allCases.filter { $0 != .json }.map(ReportFile.mediaType(of:))))
    ], codes: ["report_not_found", "kept_bytes_altered"], isTagged: true)

  /// The options of lists, those of the last report first.
  private static let lists = ReportSpecification.all.reversed().flatMap { report in
    report.lists.compactMap { list in
      Query.Name(rawValue: list.option.rawValue).map { name in
        DescribedParameter.query(name, nil, "For `\(report.name.rawValue)`: \(list.about).")
      }
    }
  }

  private static let body = NamedShape(
    "Report", "A report: its parameters, and an object for each row.",
    [
      .required(
        "report", .choice(["sales"] + ReportName.allCases.map(\.rawValue).filter { $0 != "sales" }),
        "The name."),
      .required("environment", .environment, "The environment."),
      .required("app", .app, "The bundle id of the app."),
      .required(
        "period", Shape.text("2026-01").orNull,
        "The month that was asked for by its name; null for another time."),
      .required(
        "calendar", .choice(ReportingPeriod.Calendar.allCases.map(\.rawValue)),
        "The calendar of days and months."),
      .required(
        "periodState", .choice(["open", "closed", "unfinished"]), "The state of the period."),
      .required(
        "unit", .choice(ReportSpecification.Unit.allCases.map(\.rawValue)),
        "The unit of figures that name none."),
      .required(
        "from", Shape.moment("2026-01-01T00:00:00.000Z").orNull,
        "The first moment; null for the beginning."),
      .required("to", .moment("2026-02-01T00:00:00.000Z"), "The first moment after the report."),
      .required(
        "knownAt", Shape.moment("2026-02-05T00:00:00.000Z").orNull,
        "The moment after which records are left out; null for none."),
      .required("position", .position, "The position that the report covers."),
      .required("rules", .number(3), "The number of the rules."),
      .required(
        "columns",
        Shape.list(of: .text("productId")).such(as: ["productId", "currency", "grossSales"]),
        "The columns, in order."),
      .required(
        "rows",
        Shape.list(of: .map(of: .cell, "productId")).such(
          as: [["productId": "com.example.month", "currency": "USD", "grossSales": 9_990]]),
        "The rows: an object with a value for each column."),
    ])
}
