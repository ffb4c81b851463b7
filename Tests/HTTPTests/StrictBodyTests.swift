import Testing

struct StrictBodyTests {
  @Test(arguments: [
    (#"{"accounts":["ann"]}"#, 200), (#"{"accounts":["ann"],}"#, 400),
    (#"{"accounts":["ann",]}"#, 400), (#"{"accounts":["ann" , ] }"#, 400),
  ])
  func `a body with a comma after its last item is unreadable`(
    body: String, status: Int
  ) async throws {
    try await TestService.with { service in
      let answer = try await service.post("/v1/entitlements/query", body)
      #expect(answer.status == status)
      if status == 400 { #expect(answer.problem == "400 unreadable_body") }
    }
  }
}
