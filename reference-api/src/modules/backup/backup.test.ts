import type * as Files from 'node:fs/promises';
import { chmod, copyFile, mkdir, open, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { join } from 'node:path';
import { sealRows } from '../audit-chain/sealer.ts';
import { replaceFolder } from './archive.ts';
import { runCli } from '../../app/run-cli.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { readControl } from '../../core/store/dispatch.ts';
import type { StoreLocation } from '../../core/store/store.ts';
import { systemClock } from '../../core/time/clock.ts';
import { cliParts } from '../../testing/cli-parts.ts';
import { runChildCli } from '../../testing/child-server.ts';
import { rowsOf } from '../../testing/rows.ts';
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
  it('brings back what there was while a server ran, and nothing opens or is sent by it', async () => {
    const superadmin = await api.as('superadmin');
    const { answer } = await superadmin.call('generateKey', { key_name: 'crm', user_id: superadmin.email });
    await api.call('forgotPassword', { email: people.admin.email });
    const batch = await registerBatch(operator, [first, second]);
    await operator.call('lockNotification', { imei: first, action: 'lock' });
    await sealRows(api.store.db, api.clock);
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
    expect(await done(['audit-verify'], other)).toMatch(/^The audit holds: \d+ rows in 1 seals/);
    const restored = await startTestApi(other.location);
    expect(await rowsOf(restored.store, 'commands')).toMatchObject([{ imei: first, status: 'queued' }]);
    const [upload] = await rowsOf(restored.store, 'upload_contents');
    expect(Buffer.from(new Uint8Array(upload?.content ?? [])).toString()).toBe('sno,imei1\r\n');
    const { epoch, dispatch } = await readControl(restored.store.db);
    expect(dispatch).toMatchObject({ state: 'paused', why: 'restored', by: 'restore' });
    expect(epoch).toMatch(/^[0-9a-f-]{36}$/);
    expect((await readControl(api.store.db)).epoch).not.toBe(epoch);
    for (const token of [operator.token, String(answer['key'])])
      expect((await restored.call('homeData', {}, { token })).status).toBe(401);
    expect(await rowsOf(restored.store, 'password_resets')).toMatchObject([{ used_at: expect.any(String) }]);
    const again = await restored.as('operator');
    expect((await again.call('batchRuns', { batchId: batch.batchId })).answer['items']).toHaveLength(1);
    expect(await rowsOf(restored.store, 'audit_log', { via: 'cli', call: 'restore' })).toHaveLength(1);
    await restored.close();
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
    const again = await asProgram(['restore', inFolder('a.tar.gz')], other);
    expect(again).toMatch(/^The database is not empty\. Give --replace/);
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
    const byOther = ['verify-backup', inFolder('sealed.age'), '--key-file', inFolder('other.key')];
    expect(await refused(byOther)).toContain('or the key is not the one that opens it');
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
    const store = await openStore(other.location);
    expect(await rowsOf(store, 'accounts')).toEqual([]);
    await store.close();
  });

  it('is not restored by a version that does not know its schema, and changes nothing', async () => {
    const [file, web] = [inFolder('a.tar.gz'), inFolder('web')];
    await mkdir(web);
    await writeFile(join(web, 'config.json'), 'then');
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2027')`.execute(api.store.db);
    await done(['backup', file, '--web', web]);
    await writeFile(join(web, 'config.json'), 'now');
    const said = await refused(['restore', file, '--replace', '--web', web], await empty('other'));
    expect(said).toContain('is of a newer version: this one does not know step 9999-later');
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
    const withStore = ['restore', file, ...named.slice(-2), '--store', inFolder('store')];
    expect(await refused(withStore, other)).toContain('was made without --store');
    expect(await done(['restore', file, '--replace', ...named], other)).toContain('Raise registryEpoch');
    const files = ['registry.json', 'remotes', 'remotes/mf-a', 'remotes/mf-a/entry.js'];
    expect((await readdir(inFolder('web'), { recursive: true })).toSorted()).toEqual(files);
    expect(await readFile(inFolder('web/registry.json'), 'utf8')).toBe('{"remotes":[]}');
    expect((await stat(inFolder('keys/mf-a.pem'))).mode & 0o777).toBe(0o600);
    const before = (await readdir(folder)).toSorted();
    expect(before).toEqual(['backup-key', 'backups', 'keys', 'live', 'other', 'unpacking', 'web']);

    await symlink('/etc/passwd', inFolder('web/link'));
    const linked = ['backup', inFolder('b.tar.gz'), '--web', inFolder('web')];
    expect(await refused(linked)).toContain('neither file nor folder');
    expect((await readdir(folder)).toSorted()).toEqual(before);
  });
});

it('a folder that is restored stays as it was where the copy cannot take its place', async () => {
  const place = newFolder();
  for (const name of ['copy', 'web']) {
    await mkdir(join(place, name));
    await writeFile(join(place, name, 'config.json'), `of ${name}`);
  }
  const files = jest.requireActual<typeof Files>('node:fs/promises');
  const { rename } = files;
  const moved: string[] = [];
  const spy = jest.spyOn(files, 'rename').mockImplementation(async (from, to) => {
    moved.push(String(from));
    if (moved.length === 2) throw new Error('The disk is gone.');
    await rename(from, to);
  });
  await expect(replaceFolder(join(place, 'copy'), join(place, 'web'))).rejects.toThrow('The disk is gone.');
  spy.mockRestore();
  await expect(readFile(join(place, 'web', 'config.json'), 'utf8')).resolves.toBe('of web');
  await expect(readdir(place)).resolves.toEqual(['copy', 'web']);
});
