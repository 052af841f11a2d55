// `npx device-console sbom`: writes the bill of materials of each deployable beside its build.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommand } from './lib/command-line.mjs';
import { remoteIds, rootDir } from './lib/paths.mjs';
import { billOf, wholeBill } from './lib/sbom.ts';

readCommand('sbom');
const whole = wholeBill();
for (const deployable of ['shell', ...remoteIds(), 'reference-api', 'tooling']) {
  const bill = billOf(deployable, whole);
  const file = join(deployable, 'sbom.cdx.json');
  writeFileSync(join(rootDir, file), `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${file}: ${bill.components.length} packages`);
}
