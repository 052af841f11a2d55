// `npx device-console audit`: asks the registry about known faults of the packages in the lock file. Apart from the
// gate, which needs no network.
/** @import { AuditReport, Exception } from './lib/audit.mjs' */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findingsOf } from './lib/audit.mjs';
import { readCommand } from './lib/command-line.mjs';
import { parseJson } from './lib/json.mjs';
import { readJson, rootDir } from './lib/paths.mjs';

readCommand('audit');
const asked = spawnSync('npm', ['audit', '--json'], { cwd: rootDir, encoding: 'utf8', maxBuffer: 2 ** 28 });
const report = /** @type {Partial<AuditReport> & { message?: string } | null} */ (parseJson(asked.stdout ?? ''));
if (!report?.vulnerabilities) {
  const reason = report?.message ?? (asked.stderr ?? '').trim();
  console.error(`The registry did not answer, so nothing is known of the packages: ${reason}`);
  process.exit(3);
}
const exceptions = /** @type {Exception[]} */ (readJson(join(import.meta.dirname, 'audit-exceptions.json')));
const findings = findingsOf(report, exceptions, new Date().toISOString().slice(0, 10));
for (const line of findings) console.error(line);
if (findings.length === 0)
  console.log('No package has a known fault of severity high or critical that is not excepted.');
process.exitCode = findings.length === 0 ? 0 : 1;
