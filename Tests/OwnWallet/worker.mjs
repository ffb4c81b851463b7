// The end of the program that runs the sample in TypeScript: its database, and one worker on it.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const server = spawn("python3", [process.env.GAME_DATABASE_PROGRAM, process.env.GAME_DATABASE], {
  stdio: ["pipe", "pipe", "inherit"],
});
const answers = [];
createInterface({ input: server.stdout }).on("line", (line) => answers.shift()(JSON.parse(line)));
server.on("exit", () => process.exit(1));

const parent = process.ppid;
setInterval(() => process.ppid === parent || process.exit(1), 500);

const database = {
  query(sql, values = []) {
    server.stdin.write(JSON.stringify({ sql, values }) + "\n");
    return new Promise((resolve) => answers.push(resolve));
  },
  async transaction(work) {
    await this.query("begin immediate");
    await work(this);
    await this.query("commit");
  },
};
const { setTimeout: later } = globalThis;
// The sample pauses for a second between its rounds, and for half a minute at most while nobody answers.
globalThis.setTimeout = (wake, time) => later(wake, time / 20);
await work(database);
