// Median milliseconds of a double elimination of 512 by brackets-manager: argument 1 is a folder with node_modules.
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.argv[2], "package.json"));
const { BracketsManager } = require("brackets-manager");
const { InMemoryDatabase } = require("brackets-memory-db");
const seeding = Array.from({ length: 512 }, (_, number) => `p${number + 1}`);
const taken = [];
for (let turn = 0; turn < 7; turn += 1) {
  const manager = new BracketsManager(new InMemoryDatabase());
  const begin = process.hrtime.bigint();
  await manager.create.stage({
    name: "x", tournamentId: 0, type: "double_elimination", seeding, settings: { grandFinal: "double" },
  });
  taken.push(Number(process.hrtime.bigint() - begin) / 1e6);
}
console.log(taken.sort((one, other) => one - other)[3]);
