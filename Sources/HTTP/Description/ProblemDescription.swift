import HTTPTypes

/// The shape of a problem document.
enum ProblemDescription {
  static let problem = NamedShape(
    "Problem", "An error, as RFC 9457 describes it, with a `code` of ours.",
    [
      .required(
        "type", .text("/docs/problems#invalid_parameter"), "The address of the code's description."),
      .required("title", .text("Bad Request"), "The status in words."),
      .required("status", .number(400), "The status."),
      .optional(
        "detail", .text("`limit` must be a number from 1 to 1000."), "A sentence with the remedy.",
        isShown: true),
      .required(
        "instance", .text("urn:daicho:request:4be1f0"), "The request, by the id that the log has."),
      .required(
        "code", .text("invalid_parameter"),
        "A stable word, on which programs may rely. `x-codes` of each response lists those that it may have."
      ),
      .required("retryable", .truth(false), "True if the same request may succeed later."),
      .optional("from", .position, "The position from which to go on, of `epoch_changed`."),
      .optional(
        "errors",
        .list(
          of: .object([
            .required("field", .text("amount"), "The field."),
            .required(
              "reason", .text("must be a whole number above 0"),
              "What is wrong with it, and the remedy."),
          ])), "The fields of the body that cannot be accepted."),
    ])

  /// Returns a problem with a code, as an example.
  static func example(of code: DescribedCode) -> JSONTree {
    let status = code.statuses.first ?? 500
    return [
      "type": .text(Problem.type(of: code.code)),
      "title": .text(HTTPResponse.Status(code: status).reasonPhrase),
      "status": .number(Int64(status)), "detail": .text(code.remedy),
      "instance": "urn:daicho:request:4be1f0", "code": .text(code.code),
      "retryable": .bool(code.isRetryable),
    ]
  }
}
