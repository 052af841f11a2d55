import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chainEnd, hashAfterRow, readStatement, removeOldRows, sealOf, sealRows } from './sealer.ts';
import { verifyChain, verifyExport, writeExport, type WrittenHead } from './verify-chain.ts';
import { runCli } from '../../app/run-cli.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { DAY, isoTime, MINUTE } from '../../core/time/clock.ts';
import { auditRow, emptyAudit, tamper, writeRow, writeRowAs } from '../../testing/audit-rows.ts';
import { databases, newFolder, rowsOf, shared, TestClock } from '../../testing/index.ts';
import { cliParts } from '../../testing/cli-parts.ts';
import { openStore } from '../../app/open-store.ts';

it('A6 a row has one hash for ever: another order of its columns would break every chain that exists', () => {
  const row = {
    address: '192.0.2.1',
    transaction_id: 't-1',
    detail: '{}',
    outcome: 'success',
    imei: '356938035643809',
    action: 'LOCK',
    call: 'lock.php',
    via: 'session',
    email: 'operator@example.com',
    account_id: 3,
    at: '2026-11-25T10:00:00.000Z',
    id: 7,
  } as const;
  expect(hashAfterRow(Buffer.alloc(32), row).toString('hex')).toBe(
    '1b7ac646865f3769d9d8af4e2d0bdeba770bcc57eddc4be34efad826faab0806',
  );
});

describe.each(databases)('the chain of the audit on $name', ({ newEmpty }) => {
  const place = shared(async () => ({ location: await newEmpty() }));
  const store = shared(() => openStore(place.location));
  let clock: TestClock;
  const folder = newFolder();
  beforeEach(async () => {
    await emptyAudit(store);
    clock = new TestClock();
  });

  const seal = () => sealRows(store.db, clock);
  const verify = () => verifyChain(store.db);
  async function write(rows: number): Promise<void> {
    const entries = Array.from({ length: rows }, (_, row) => auditRow(clock, `person-${row}@example.com`));
    await store.db.insertInto('audit_log').values(entries).execute();
  }
  /** Writes seals of three rows each, a minute apart. */
  async function chain(seals: number): Promise<void> {
    for (let count = 0; count < seals; count += 1) {
      await write(3);
      await seal();
      clock.advance(MINUTE);
    }
  }
  async function head(epoch = ''): Promise<WrittenHead> {
    const { sequence, hash } = await chainEnd(store.db);
    return { at: isoTime(clock.now()), sequence, hash, epoch };
  }
  const verifyWith = async (epoch: string, restored: boolean, ...heads: readonly WrittenHead[]) =>
    (await verifyChain(store.db, { heads, epoch, restored })).heads;

  it('A6 has every row once, in seals that follow each other; later rows wait for the next', async () => {
    expect(await verify()).toMatchObject({ seals: 0, rows: 0, unsealed: 0 });
    await write(501);
    expect([await seal(), await seal(), await seal()]).toEqual([500, 1, 0]);
    await write(2);
    expect(await verify()).toMatchObject({ seals: 2, rows: 501, unsealed: 2, first: 1, backdated: { rows: 0 } });
    expect(await seal()).toBe(2);
    expect(await verify()).toMatchObject({ seals: 3, rows: 503, unsealed: 0 });
  });

  it('A6 takes a row in that commits after others with higher ids, and gives an id up after a day', async () => {
    for (const id of [1, 2, 6]) await writeRowAs(store, id, clock);
    expect(await seal()).toBe(3);
    await writeRowAs(store, 4, clock);
    expect(await verify()).toMatchObject({ rows: 3, unsealed: 1 });
    await writeRowAs(store, 7, clock);
    expect(await seal()).toBe(2);
    expect(await verify()).toMatchObject({ rows: 5, unsealed: 0 });
    clock.advance(DAY - 1);
    await writeRowAs(store, 3, clock);
    expect(await seal()).toBe(1);
    clock.advance(1);
    await writeRowAs(store, 8, clock);
    expect(await seal()).toBe(1);
    expect((await chainEnd(store.db)).gaps).toEqual([]);
    await writeRowAs(store, 5, clock);
    expect(await seal()).toBe(0);
    await expect(verify()).rejects.toThrow('Row 5 of the audit was inserted');
  });

  it('A6 a crash while rows are sealed loses none of them and leaves no half of a seal', async () => {
    await write(3);
    jest.spyOn(clock, 'now').mockImplementationOnce(() => {
      throw new Error('the power went');
    });
    await expect(seal()).rejects.toThrow('the power went');
    expect(await verify()).toMatchObject({ seals: 0, unsealed: 3 });
    expect(await seal()).toBe(3);
    expect(await verify()).toMatchObject({ seals: 1, rows: 3, unsealed: 0 });
  });

  it.each([
    ['a changed cell', ["update audit_log set outcome = 'refused' where id = 5"], 'Row 5 of the audit was altered'],
    ['a changed time', ["update audit_log set at = '2020' where id = 1"], 'Row 1 of the audit was altered'],
    ['a deleted row', ['delete from audit_log where id = 8'], 'Row 8 of the audit is missing'],
    [
      'rows in another order',
      ["update audit_log set email = replace('person-?@example.com', '?', cast(6 - id as text)) where id in (4, 6)"],
      'Row 4 of the audit was altered',
    ],
    ['a changed seal', ["update audit_seals set statement = replace(statement, 'T10', 'T11')"], 'seal 1 was altered'],
    ['a seal that is gone', ['delete from audit_seals where sequence = 2'], 'The seal 2 is missing'],
    ['seals gone', ['delete from audit_seals where sequence < 3'], 'The seals 1 to 2 are missing, and no seal'],
    [
      'seals in another order',
      [
        'update audit_seals set sequence = 9 where sequence = 2',
        'update audit_seals set sequence = 2 where sequence = 3',
        'update audit_seals set sequence = 3 where sequence = 9',
      ],
      'The seal 2 was altered',
    ],
  ])('A6 finds %s, and says where', async (_title, statements, found) => {
    await chain(3);
    await verify();
    await tamper(store, ...statements);
    await expect(verify()).rejects.toThrow(found);
  });

  it('A6 finds a row whose seal was made anew, by the next seal', async () => {
    await chain(2);
    const { statement } = await store.db.selectFrom('audit_seals').select('statement').executeTakeFirstOrThrow();
    await tamper(store, "update audit_log set email = 'x' where id = 2", 'delete from audit_seals where sequence = 1');
    const rows = (await rowsOf(store, 'audit_log')).slice(0, 3);
    const said = readStatement(statement);
    if (!said) throw new Error('no statement');
    await store.db.insertInto('audit_seals').values(sealOf(said, rows)).execute();
    await expect(verify()).rejects.toThrow('The seal 2 does not follow the one before it');
  });

  it('A6 tells of rows that say an earlier time than that by which all was sealed', async () => {
    await chain(20);
    const early = new TestClock();
    await writeRow(store, early);
    await seal();
    expect(await verify()).toMatchObject({ rows: 61, backdated: { rows: 1, first: 61 } });
  });

  it('A7 finds a chain that was cut off or written anew, by a head that was written down before', async () => {
    await chain(3);
    const written = await head();
    expect(await verifyWith('', false, written, written)).toEqual({ fitting: 2, passedOver: 0 });
    await tamper(store, 'delete from audit_seals where sequence = 3', 'delete from audit_log where id > 6');
    await verify();
    const cutOff = `it ends with the seal 2, and the head of ${written.at} is of the seal 3`;
    await expect(verifyWith('', false, written)).rejects.toThrow(cutOff);
    await chain(1);
    await expect(verifyWith('', false, written)).rejects.toThrow('The chain was rewritten: the head of');
  });

  it('A7 passes over heads of another epoch where it is told of a restore, and over no other', async () => {
    await chain(2);
    const before = await head('epoch one');
    await tamper(store, 'delete from audit_seals where sequence = 2', 'delete from audit_log where id > 3');
    await chain(1);
    const after = await head('epoch two');
    await expect(verifyWith('epoch two', false, before, after)).rejects.toThrow('The chain was rewritten');
    expect(await verifyWith('epoch two', true, before, after)).toEqual({ fitting: 1, passedOver: 1 });
    await expect(verifyWith('epoch one', true, before, after)).rejects.toThrow('The chain was rewritten');
  });

  it('A8 writes rows out that are proved without the database, and finds what was changed in them', async () => {
    await chain(2);
    clock.advance(DAY);
    const from = isoTime(clock.now());
    await chain(3);
    const file = join(folder, 'audit.jsonl');
    const facts = await writeExport(store.db, file, { from, before: '2027' });
    expect(facts).toMatchObject({ seals: 3, rows: 9, sequence: 5 });
    await expect(writeExport(store.db, file, { from, before: '2027' })).rejects.toThrow('never written over another');
    const list = { heads: [await head()], epoch: '', restored: false };
    expect(await verifyExport(file, list)).toEqual({ ...facts, heads: { fitting: 1, passedOver: 0 } });

    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    const whole = lines.join('\n');
    for (const [text, found] of [
      [whole.replace('person-1@', 'person-9@'), 'Row 8 of the audit was altered'],
      [whole.replace('"id":8,', '"id":80,'), 'Row 8 of the audit is missing'],
      [lines.toSpliced(2, 1).join('\n'), 'The seal 4 is missing'],
      [whole.replace('"rows":[', '"rows":[{"id":99,"account_id":1},'), 'Row 99 of the export is not of'],
      [lines.slice(1).join('\n'), 'Line 1 of'],
      [lines.slice(0, -1).join('\n'), 'was cut off'],
      [lines.toSpliced(3, 1).join('\n'), 'seals or rows are missing'],
      [whole.replaceAll('T10', 'T11'), 'Row 7 of the audit was altered'],
      [`${whole}\n${lines[2] ?? ''}`, 'is not of an export'],
    ] as const) {
      await writeFile(file, text);
      await expect(verifyExport(file)).rejects.toThrow(found);
    }
    await tamper(store, "update audit_log set address = 'x' where id = 9");
    const again = writeExport(store.db, join(folder, 'a.jsonl'), { from, before: '2027' });
    await expect(again).rejects.toThrow('Row 9 of the audit was altered');
  });

  it('A9 goes on after old rows were removed, and says so; what else is missing is found', async () => {
    await chain(25);
    const old = await head();
    clock.advance(2 * DAY);
    const before = isoTime(clock.now());
    await chain(2);
    expect(await removeOldRows(store.db, clock, before)).toBe(75);
    expect(await removeOldRows(store.db, clock, before)).toBe(0);
    expect((await rowsOf(store, 'audit_log')).map(({ id }) => id)).toEqual([76, 77, 78, 79, 80, 81]);
    expect(await verify()).toMatchObject({ seals: 4, rows: 6, first: 26 });
    expect(await verifyWith('', false, old, await head())).toEqual({ fitting: 2, passedOver: 0 });
    await expect(store.db.deleteFrom('audit_log').execute()).rejects.toThrow('audit_log is append-only');
    await expect(store.db.deleteFrom('audit_seals').execute()).rejects.toThrow('audit_seals is append-only');
    await chain(1);
    expect(await verify()).toMatchObject({ rows: 9, unsealed: 0 });
    await writeRowAs(store, 5, clock);
    await expect(verify()).rejects.toThrow('Row 5 of the audit was inserted');
  });

  const run = async (line: string) => (await runCli(line.split(' '), cliParts(place.location, { clock }))).join('\n');
  const refused = (line: string) => run(line).catch((error: unknown) => error);

  it('A6 A7 the commands say what holds and how far, or what does not, as an error', async () => {
    await chain(1);
    const { sequence, hash } = await chainEnd(store.db);
    expect(await run('audit-verify')).toBe(
      'The audit holds: 3 rows in 1 seals, 0 rows not sealed yet.\n' +
        `The last seal is 1 of 2026-11-20T10:00:00.000Z, ${hash}.\n` +
        'No heads were given: a chain that was written anew as a whole would hold too.',
    );
    const heads = join(folder, 'heads');
    await writeFile(heads, `${JSON.stringify({ at: 'then', sequence, hash })}\n\n`);
    expect(await run(`audit-verify --heads ${heads}`)).toContain('1 heads fit.');
    // The head of a seal that a restore took.
    await writeFile(heads, JSON.stringify({ at: 'then', sequence: sequence + 1, hash, epoch: 'former' }));
    expect(String(await refused(`audit-verify --heads ${heads}`))).toContain('DOES NOT HOLD. The chain was cut off');
    const passedOver = /holds: 3 rows .*1 could not be compared/s;
    expect(await run(`audit-verify --heads ${heads} --restored`)).toMatch(passedOver);
    await writeFile(heads, '{}');
    const unreadable = new ConfigurationError(`Line 1 of ${heads} is no head of the audit.`);
    expect(await refused(`audit-verify --heads ${heads}`)).toEqual(unreadable);
    await tamper(store, "update audit_log set email = 'x' where id = 2");
    const found = 'Row 2 of the audit was altered after it was sealed at 2026-11-20T10:00:00.000Z.';
    expect(await refused('audit-verify')).toEqual(new ConfigurationError(`THE AUDIT DOES NOT HOLD. ${found}`));
  });

  it('A8 the commands write days out, which the audit keeps, and verify that file without the database', async () => {
    await chain(1);
    const file = join(folder, 'out.jsonl');
    const { hash } = await chainEnd(store.db);
    const written = `3 rows in 1 seals, the last 1, written to ${file}. Rows that are not sealed yet are not in it.`;
    expect(await run(`audit-export ${file} --from 2026-11-20 --to 2026-11-20`)).toBe(written);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const row = { via: 'cli', email: 'root', detail: expect.stringContaining('2026-11-20') };
    expect(await rowsOf(store, 'audit_log', { call: 'audit-export' })).toMatchObject([row]);
    expect(await run(`audit-verify --export ${file}`)).toContain(`holds: 3 rows in 1 seals, the last 1, ${hash}.`);
    const none = join(folder, 'none.jsonl');
    await run(`audit-export ${none} --from 2025-01-01 --to 2025-12-31`);
    expect(await run(`audit-verify --export ${none}`)).toContain('holds: 0 rows in 0 seals');
    for (const wrong of ['', ' --from 2026-11-21 --to 2026-11-20'])
      expect(await refused(`audit-export ${file}${wrong}`)).toBeInstanceOf(ConfigurationError);
  });

  it('A9 the commands remove what is older than a year, where all before it holds, and nothing else', async () => {
    await chain(1);
    clock.advance(366 * DAY);
    await writeRow(store, clock);
    await sealRows(store.db, clock);
    const tooNew = new ConfigurationError('Rows of the audit stay at least 365 days. Nothing was removed.');
    expect(await refused('audit-prune --before 2026-12-01')).toEqual(tooNew);
    expect(await run('audit-prune --before 2026-11-21')).toContain('3 rows of before 2026-11-21 removed.');
    expect(await run('audit-verify')).toContain('What the seals 1 to 1 held was removed; a later seal says so.');
    await tamper(store, "update audit_log set email = 'x' where id = 4");
    clock.advance(366 * DAY);
    expect(await refused('audit-prune --before 2027-11-23')).toBeInstanceOf(ConfigurationError);
    expect(await rowsOf(store, 'audit_log')).toHaveLength(2);
  });
});
