// A game's server, which the test starts behind a proxy that breaks answers.
import java.time.Duration
import kotlinx.serialization.json.*

private fun expect(found: Any?, expected: Any?) = check(found == expected) { "$found in place of $expected" }

private fun isFinished(item: JsonObject) = item.getValue("finish").jsonPrimitive.boolean

fun main() {
    fun setting(name: String) = System.getenv(name)
    val (player, other) = setting("PLAYER") to setting("OTHER")
    val recorded = deliver(player, listOf(setting("TRANSACTION"))).single()
    expect(isFinished(recorded) to recorded.text("account"), true to player)
    expect(recorded.getValue("grants").jsonArray.map { it.jsonObject.text("amount") }, listOf("50"))
    val early = deliver(player, listOf(setting("EARLY")), patience = Duration.ofSeconds(1)).single()
    expect(isFinished(early) to early.text("state"), false to "pending")

    val entry = spend(player, "gem", 30, "sword-1")
    expect(entry.text("balance"), "20")
    expect(spend(player, "gem", 30, "sword-1").text("id"), entry.text("id"))
    expect(runCatching { spend(player, "gem", 30, "sword-2") }.exceptionOrNull()?.message, "insufficient_coins")

    val restored = restore(other, listOf(setting("TRANSACTION"))).single()
    expect(isFinished(restored) to restored.text("account"), true to other)
}
