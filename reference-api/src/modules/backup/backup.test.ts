import { chmod, copyFile, mkdir, open, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chainEnd, sealRows } from '../audit-chain/sealer.ts';
import { runCli } from '../../app/run-cli.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import type { Store, StoreLocation } from '../../core/store/store.ts';
import { systemClock } from '../../core/time/clock.ts';
import { cliParts } from '../../testing/cli-parts.ts';
import { runChildCli } from '../../testing/child-server.ts';
import { startTestApi, type Session, type TestApi } from '../../testing/test-api.ts';
import { registerBatch } from '../../testing/test-batch.ts';
import { ENROLLED, people } from '../../testing/test-data.ts';
import { databases, environmentOf } from '../../testing/databases.ts';
import { newFolder, testRun } from '../../testing/test-run.ts';
import { openStore } from '../../app/open-store.ts';

jest.setTimeout(60_000);

const ALTERED_BYTES = 32;

interface Place {
  readonly location: StoreLocation;
  readonly data: string;
}

const [first = '', second = ''] = ENROLLED;
const settingsOf = async ({ db }: Store) =>
  Object.fromEntries((await db.selectFrom('settings').selectAll().execute()).map(({ name, value }) => [name, value]));

describe.each(databases)('backups of $name', ({ newEmpty }) => {
  let folder: string;
  let api: TestApi;
  let operator: Session;
  let live: Place;
  const inFolder = (name: string) => join(folder, name);
  beforeEach(async () => {
    folder = newFolder();
    live = await empty('live');
    api = await startTestApi(live.location);
    operator = await api.as('operator');
  });
  afterEach(() => api.close());

  const done = async (args: readonly string[], { location } = live) =>
    (await runCli(args, cliParts(location, { dataDir: inFolder('unpacking'), clock: systemClock }))).join('\n');
  async function refused(args: readonly string[], where = live): Promise<string> {
    const error: unknown = await done(args, where).catch((reason: unknown) => reason);
    if (error instanceof ConfigurationError) return error.message;
    throw new Error(`${args.join(' ')} was not refused in words: ${String(error)}`, { cause: error });
  }
  // Runs the CLI in its own process, without a usable temporary folder: nothing may be left where others can read it.
  async function asProgram(args: readonly string[], { location, data } = live) {
    const { code, output, errors } = await runChildCli(testRun().bundled, args, {
      ...environmentOf(location),
      DATA_DIR: data,
      TMPDIR: inFolder('nowhere'),
    });
    expect(code === 0 ? errors : output).toBe('');
    return output + errors;
  }
  async function empty(name: string): Promise<Place> {
    const data = inFolder(name);
    await mkdir(data);
    return { location: await newEmpty(data), data };
  }
  async function reading<Result>({ location }: Place, work: (store: Store) => Promise<Result>) {
    const store = await openStore(location);
    return work(store).finally(() => store.close());
  }

  it('brings back what there was while a server ran, and nothing opens or is sent by it', async () => {
    const superadmin = await api.as('superadmin');
    const { answer } = await superadmin.call('generateKey', { key_name: 'crm', user_id: superadmin.email });
    await api.call('forgotPassword', { email: people.admin.email });
    const batch = await registerBatch(operator, [first, second]);
    await operator.call('lockNotification', { imei: first, action: 'lock' });
    expect(await asProgram(['backup', inFolder('a.tar.gz')])).toContain('a.tar.gz, not encrypted.');
    await operator.call('lockNotification', { imei: second, action: 'lock' });

    expect((await stat(inFolder('a.tar.gz'))).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).toSorted()).toEqual(['a.tar.gz', 'live']);
    expect(await asProgram(['verify-backup', inFolder('a.tar.gz')])).toContain(
      'is whole, and restored 4 accounts, 10 devices, 1 commands, 1 uploads',
    );

    const other = await empty('other');
    const said = await asProgram(['restore', inFolder('a.tar.gz')], other);
    expect(said).toContain('Restored 4 accounts, 10 devices, 1 commands, 1 uploads');
    expect(said).toContain('dispatch is paused');
    const restored = await startTestApi(other.location);
    expect(await restored.store.db.selectFrom('commands').select(['imei', 'status']).execute()).toEqual([
      { imei: first, status: 'queued' },
    ]);
    const content = await restored.store.db.selectFrom('upload_contents').select('content').executeTakeFirstOrThrow();
    expect(Buffer.from(new Uint8Array(content.content)).toString()).toBe('sno,imei1\r\n');
    const settings = await settingsOf(restored.store);
    expect(JSON.parse(settings['dispatch'] ?? '')).toMatchObject({ state: 'paused', why: 'restored', by: 'restore' });
    expect(settings['deployment_epoch']).toMatch(/^[0-9a-f-]{36}$/);
    for (const token of [operator.token, String(answer['key'])])
      expect((await restored.call('homeData', {}, { token })).status).toBe(401);
    const resets = await restored.store.db.selectFrom('password_resets').select('used_at').execute();
    expect(resets).toHaveLength(1);
    expect(resets).not.toContainEqual({ used_at: null });
    const again = await restored.as('operator');
    expect((await again.call('batchRuns', { batchId: batch.batchId })).answer['items']).toHaveLength(1);
    const audit = await restored.store.db.selectFrom('audit_log').select(['via', 'call']).orderBy('id').execute();
    expect(audit).toContainEqual({ via: 'cli', call: 'restore' });
    await restored.close();
    expect((await settingsOf(api.store))['deployment_epoch']).not.toBe(settings['deployment_epoch']);
  });

  it('is never made over another file, nor restored over what is there or into what is in use', async () => {
    await done(['backup', inFolder('a.tar.gz')]);
    expect(await refused(['backup', inFolder('a.tar.gz')])).toContain('is there already');
    // An idle server closes its connections after a while; a busy one keeps this one.
    await api.store.db.connection().execute(async () => {
      const said = await asProgram(['restore', inFolder('a.tar.gz'), '--replace']);
      expect(said).toMatch(/ is in use.* Stop every server/);
    });
    const other = await empty('other');
    await asProgram(['restore', inFolder('a.tar.gz')], other);
    expect(await asProgram(['restore', inFolder('a.tar.gz')], other)).toMatch(
      /^The database is not empty\. Give --replace/,
    );
    await asProgram(['restore', inFolder('a.tar.gz'), '--replace'], other);
    for (const name of ['live', 'other'])
      expect((await readdir(inFolder(name))).filter((file) => file.startsWith('.backup'))).toEqual([]);
  });

  it('refuses in words what is cut off, altered, sealed otherwise, or no backup, and changes nothing', async () => {
    for (const name of ['own.key', 'other.key']) await done(['create-backup-key', inFolder(name)]);
    expect(await refused(['create-backup-key', inFolder('own.key')])).toContain('never written over another file');
    expect((await stat(inFolder('own.key'))).mode & 0o777).toBe(0o600);
    const recipient = /age1\w+/.exec(await readFile(inFolder('own.key'), 'utf8'))?.[0] ?? '';
    await writeFile(inFolder('recipient'), `${recipient}\n`);
    await done(['backup', inFolder('plain.tar.gz')]);
    await done(['backup', inFolder('sealed.age'), '--key-file', inFolder('recipient')]);
    const own = ['--key-file', inFolder('own.key')];
    await done(['verify-backup', inFolder('sealed.age'), ...own]);
    expect(await refused(['verify-backup', inFolder('sealed.age')])).toContain('is encrypted. Name the key');
    expect(await refused(['verify-backup', inFolder('sealed.age'), '--key-file', inFolder('other.key')])).toContain(
      'or the key is not the one that opens it',
    );
    await writeFile(inFolder('text'), 'not a backup');
    expect(await refused(['verify-backup', inFolder('text')])).toContain('is no backup');
    expect(await refused(['backup', inFolder('b'), '--key-file', inFolder('text')])).toContain('is no key file');
    await chmod(inFolder('recipient'), 0o666);
    expect(await refused(['backup', inFolder('b'), '--key-file', inFolder('recipient')])).toContain('chmod o-w');
    const other = await empty('other');
    for (const name of ['plain.tar.gz', 'sealed.age']) {
      const { size } = await stat(inFolder(name));
      await copyFile(inFolder(name), inFolder('broken'));
      const broken = await open(inFolder('broken'), 'r+');
      // Inverts several bytes: a single bit in a compressed run of zeros may make no difference.
      const { buffer } = await broken.read(Buffer.alloc(ALTERED_BYTES), 0, ALTERED_BYTES, Math.floor(size / 2));
      const altered = buffer.map((byte) => byte ^ 0xff);
      await broken.write(altered, 0, ALTERED_BYTES, Math.floor(size / 2));
      expect(await refused(['restore', inFolder('broken'), ...own], other)).toMatch(/altered/);
      await copyFile(inFolder(name), inFolder('broken'));
      await broken.truncate(size - 10);
      await broken.close();
      expect(await refused(['restore', inFolder('broken'), ...own], other)).toContain('it was cut off or altered');
    }
    expect(await reading(other, async ({ db }) => db.selectFrom('accounts').select('id').execute())).toEqual([]);
  });

  it('A7 A9 brings the chain of the audit back whole; later heads tell what the restore took', async () => {
    const { db } = api.store;
    const headNow = async (epoch: string) => ({ ...(await chainEnd(db)), at: 'some time', epoch });
    const headsIn = async (name: string, ...heads: readonly object[]) => {
      await writeFile(inFolder(name), heads.map((head) => JSON.stringify(head)).join('\n'));
      return ['audit-verify', '--heads', inFolder(name)];
    };
    await sealRows(db, api.clock);
    const before = await headNow('');
    await done(['backup', inFolder('a.tar.gz')]);
    await operator.call('lockNotification', { imei: first, action: 'lock' });
    await sealRows(db, api.clock);
    const lost = await headNow('');
    expect(await done(await headsIn('heads', before, lost))).toMatch(
      /^The audit holds: 2 rows in 2 seals, 0 rows .*2 heads fit/s,
    );
    const other = await empty('other');
    await done(['restore', inFolder('a.tar.gz')], other);
    const verifying = await headsIn('heads', before, lost);
    expect(await refused(verifying, other)).toContain('THE AUDIT DOES NOT HOLD. The chain was cut off');
    expect(await done([...verifying, '--restored'], other)).toMatch(
      /^The audit holds: 1 rows .*1 could not be compared/s,
    );
    await reading(other, (store) => sealRows(store.db, api.clock));
    expect(await refused(verifying, other)).toContain('THE AUDIT DOES NOT HOLD. The chain was rewritten');
    expect(await done([...verifying, '--restored'], other)).toMatch(/^The audit holds: 2 rows in 2 seals/);
  });

  it('is not restored by a version that does not know its schema, and changes nothing', async () => {
    const [file, web] = [inFolder('a.tar.gz'), inFolder('web')];
    await mkdir(web);
    await writeFile(join(web, 'config.json'), 'then');
    await api.store.db
      .insertInto('kysely_migration' as 'settings')
      .values({ name: '9999-later', timestamp: '2027-01-01T00:00:00Z' } as never)
      .execute();
    await done(['backup', file, '--web', web]);
    await writeFile(join(web, 'config.json'), 'now');
    expect(await refused(['restore', file, '--replace', '--web', web], await empty('other'))).toContain(
      'is of a newer version: this one does not know step 9999-later',
    );
    expect(await readFile(join(web, 'config.json'), 'utf8')).toBe('now');
  });

  it("holds the page's documents, published remotes and keys, and brings them back whole or not at all", async () => {
    await mkdir(inFolder('web/remotes/mf-a'), { recursive: true });
    await mkdir(inFolder('keys'));
    await writeFile(inFolder('web/registry.json'), '{"remotes":[]}');
    await writeFile(inFolder('web/remotes/mf-a/entry.js'), 'run()');
    await writeFile(inFolder('web/.lock'), 'of a publisher at work');
    await writeFile(inFolder('keys/mf-a.pem'), 'secret', { mode: 0o600 });
    const named = ['--web', inFolder('web'), '--keys', inFolder('keys')];
    await mkdir(inFolder('backups'));
    expect(await refused(['backup', inFolder('backups'), ...named])).toContain('needs --key-file');
    expect(await readdir(inFolder('backups'))).toEqual([]);
    await done(['create-backup-key', inFolder('backup-key')]);
    named.push('--key-file', inFolder('backup-key'));
    const file = /written to (\S+),/.exec(await done(['backup', inFolder('backups'), ...named]))?.[1] ?? '';
    expect(file).toMatch(/backups\/device-console-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar\.gz\.age$/);

    await writeFile(inFolder('web/registry.json'), 'damaged');
    await writeFile(inFolder('web/later.json'), '{}');
    const other = await empty('other');
    expect(await refused(['restore', file, ...named], other)).toContain('is not empty. Give --replace');
    expect(await refused(['restore', file, ...named.slice(-2), '--store', inFolder('store')], other)).toContain(
      'was made without --store',
    );
    expect(await done(['restore', file, '--replace', ...named], other)).toContain('Raise registryEpoch');
    expect((await readdir(inFolder('web'), { recursive: true })).toSorted()).toEqual([
      'registry.json',
      'remotes',
      'remotes/mf-a',
      'remotes/mf-a/entry.js',
    ]);
    expect(await readFile(inFolder('web/registry.json'), 'utf8')).toBe('{"remotes":[]}');
    expect((await stat(inFolder('keys/mf-a.pem'))).mode & 0o777).toBe(0o600);
    const before = (await readdir(folder)).toSorted();
    expect(before).toEqual(['backup-key', 'backups', 'keys', 'live', 'other', 'unpacking', 'web']);

    await symlink('/etc/passwd', inFolder('web/link'));
    expect(await refused(['backup', inFolder('b.tar.gz'), '--web', inFolder('web')])).toContain(
      'neither file nor folder',
    );
    expect((await readdir(folder)).toSorted()).toEqual(before);
  });
});
