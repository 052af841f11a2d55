import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chainEnd, sealRows } from './sealer.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { openStore } from '../../core/store/store.ts';
import { tamper, writeRow } from '../../testing/audit-rows.ts';
import { cliParts } from '../../testing/cli-parts.ts';
import { rowsOf } from '../../testing/rows.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { DAY } from '../../core/time/clock.ts';
import { runCli } from '../../app/run-cli.ts';
import { newFolder } from '../../testing/test-run.ts';
import { fresh } from '../../testing/fixtures.ts';

let folder: string;
let clock: TestClock;
const store = fresh(() => {
  folder = newFolder();
  return openStore({ file: join(folder, 'console.db') });
});
beforeEach(async () => {
  clock = new TestClock();
  for (let row = 0; row < 3; row += 1) await writeRow(store, clock);
  await sealRows(store.db, clock);
});

const run = async (...args: string[]) =>
  (await runCli(args, cliParts({ file: join(folder, 'console.db') }, { clock }))).join('\n');
const refused = (...args: string[]) => run(...args).catch((error: unknown) => error);

describe('the commands for the audit', () => {
  it('A6 A7 say what holds and how far, or what does not, as an error', async () => {
    const { sequence, hash } = await chainEnd(store.db);
    expect(await run('audit-verify')).toBe(
      'The audit holds: 3 rows in 1 seals, 0 rows not sealed yet.\n' +
        `The last seal is 1 of 2026-11-20T10:00:00.000Z, ${hash}.\n` +
        'No heads were given: a chain that was written anew as a whole would hold too.',
    );
    const heads = join(folder, 'heads');
    await writeFile(heads, `${JSON.stringify({ at: 'then', sequence, hash })}\n\n`);
    expect(await run('audit-verify', '--heads', heads)).toContain('1 heads fit.');
    // The head of a seal that a restore took.
    await writeFile(heads, JSON.stringify({ at: 'then', sequence: sequence + 1, hash, epoch: 'former' }));
    expect(String(await refused('audit-verify', '--heads', heads))).toContain('DOES NOT HOLD. The chain was cut off');
    expect(await run('audit-verify', '--heads', heads, '--restored')).toMatch(
      /holds: 3 rows .*1 could not be compared/s,
    );
    await writeFile(heads, '{}');
    expect(await refused('audit-verify', '--heads', heads)).toEqual(
      new ConfigurationError(`Line 1 of ${heads} is no head of the audit.`),
    );
    await tamper(store, "update audit_log set email = 'x' where id = 2");
    const found = 'Row 2 of the audit was altered after it was sealed at 2026-11-20T10:00:00.000Z.';
    expect(await refused('audit-verify')).toEqual(new ConfigurationError(`THE AUDIT DOES NOT HOLD. ${found}`));
  });

  it('A8 write days out, which the audit keeps, and verify that file without the database', async () => {
    const file = join(folder, 'out.jsonl');
    const { hash } = await chainEnd(store.db);
    const days = ['--from', '2026-11-20', '--to', '2026-11-20'];
    expect(await run('audit-export', file, ...days)).toBe(
      `3 rows in 1 seals, the last 1, written to ${file}. Rows that are not sealed yet are not in it.`,
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await rowsOf(store, 'audit_log', { call: 'audit-export' })).toMatchObject([
      { via: 'cli', email: 'root', detail: expect.stringContaining('2026-11-20') },
    ]);
    expect(await run('audit-verify', '--export', file)).toContain(`holds: 3 rows in 1 seals, the last 1, ${hash}.`);
    const none = join(folder, 'none.jsonl');
    await run('audit-export', none, '--from', '2025-01-01', '--to', '2025-12-31');
    expect(await run('audit-verify', '--export', none)).toContain('holds: 0 rows in 0 seals');
    for (const wrong of [[], ['--from', '2026-11-21', '--to', '2026-11-20']])
      expect(await refused('audit-export', file, ...wrong)).toBeInstanceOf(ConfigurationError);
  });

  it('A9 remove what is older than a year, where all before it holds, and nothing else', async () => {
    clock.advance(366 * DAY);
    await writeRow(store, clock);
    await sealRows(store.db, clock);
    expect(await refused('audit-prune', '--before', '2026-12-01')).toEqual(
      new ConfigurationError('Rows of the audit stay at least 365 days. Nothing was removed.'),
    );
    expect(await run('audit-prune', '--before', '2026-11-21')).toContain('3 rows of before 2026-11-21 removed.');
    expect(await run('audit-verify')).toContain('What the seals 1 to 1 held was removed; a later seal says so.');
    await tamper(store, "update audit_log set email = 'x' where id = 4");
    clock.advance(366 * DAY);
    expect(await refused('audit-prune', '--before', '2027-11-23')).toBeInstanceOf(ConfigurationError);
    expect(await rowsOf(store, 'audit_log')).toHaveLength(2);
  });
});
