import type * as Files from 'node:fs/promises';
import { chmod, copyFile, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { join } from 'node:path';
import { sealRows } from '../audit-chain/sealer.ts';
import { replaceFolder } from './archive.ts';
import { runCli } from '../../app/run-cli.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { readControl } from '../../core/store/dispatch.ts';
import { systemClock } from '../../core/time/clock.ts';
import { cliParts } from '../../testing/cli-parts.ts';
import { runChildCli } from '../../testing/child-server.ts';
import { ENROLLED, newFolder, people, registerBatch, rowsOf, testRun } from '../../testing/index.ts';
import { startTestApi, type Session, type TestApi } from '../../testing/test-api.ts';
import { databases, environmentOf } from '../../testing/databases.ts';
import { openStore } from '../../app/open-store.ts';

jest.setTimeout(60_000);

const ALTERED_BYTES = 32;

const [first = '', second = ''] = ENROLLED;

describe.each(databases)('backups of $name', ({ newEmpty }) => {
  let folder: string;
  let api: TestApi;
  let operator: Session;
  let live: Awaited<ReturnType<typeof empty>>;
  const inFolder = (name: string) => join(folder, name);
  const write = (name: string, text: string) => writeFile(inFolder(name), text);
  const read = (name: string) => readFile(inFolder(name), 'utf8');
  beforeEach(async () => {
    folder = newFolder();
    live = await empty('live');
    api = await startTestApi(live.location);
    operator = await api.as('operator');
  });
  afterEach(() => api.close());

  /** Returns the words of a command line, in which `./` is the folder of the test. */
  const wordsOf = (line: string) => line.split(' ').map((word) => (word.startsWith('./') ? inFolder(word) : word));
  const done = async (line: string, { location } = live) => {
    const parts = cliParts(location, { dataDir: inFolder('unpacking'), clock: systemClock });
    return (await runCli(wordsOf(line), parts)).join('\n');
  };
  async function refused(line: string, where = live): Promise<string> {
    const error: unknown = await done(line, where).catch((reason: unknown) => reason);
    if (error instanceof ConfigurationError) return error.message;
    throw new Error(`${line} was not refused in words: ${String(error)}`, { cause: error });
  }
  // Runs the CLI in its own process, without a usable temporary folder: nothing may be left where others can read it.
  async function asProgram(line: string, { location, data } = live) {
    const env = { ...environmentOf(location), DATA_DIR: data, TMPDIR: inFolder('nowhere') };
    const { code, output, errors } = await runChildCli(testRun().bundled, wordsOf(line), env);
    expect(code === 0 ? errors : output).toBe('');
    return output + errors;
  }
  async function empty(name: string) {
    const data = inFolder(name);
    await mkdir(data);
    return { location: await newEmpty(data), data };
  }

  it('brings back what there was while a server ran, and nothing opens or is sent by it', async () => {
    const key = await (await api.as('superadmin')).newKey();
    await api.forgot(people.admin.email);
    const batch = await registerBatch(operator, [first, second]);
    await operator.send(first);
    await sealRows(api.store.db, api.clock);
    expect(await asProgram('backup ./a.tar.gz')).toContain('a.tar.gz, not encrypted.');
    await operator.send(second);

    expect((await stat(inFolder('a.tar.gz'))).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).toSorted()).toEqual(['a.tar.gz', 'live']);
    const content = '4 accounts, 10 devices, 1 commands, 1 uploads';
    expect(await asProgram('verify-backup ./a.tar.gz')).toContain(`is whole, and restored ${content}`);

    const other = await empty('other');
    const said = await asProgram('restore ./a.tar.gz', other);
    for (const part of [`Restored ${content}`, 'dispatch is paused']) expect(said).toContain(part);
    expect(await done('audit-verify', other)).toMatch(/^The audit holds: \d+ rows in 1 seals/);
    const restored = await startTestApi(other.location);
    expect(await rowsOf(restored.store, 'commands')).toMatchObject([{ imei: first, status: 'queued' }]);
    const [upload] = await rowsOf(restored.store, 'upload_contents');
    expect(Buffer.from(new Uint8Array(upload?.content ?? [])).toString()).toBe('sno,imei1\r\n');
    const { epoch, dispatch } = await readControl(restored.store.db);
    expect(dispatch).toMatchObject({ state: 'paused', why: 'restored', by: 'restore' });
    expect(epoch).toMatch(/^[0-9a-f-]{36}$/);
    expect((await readControl(api.store.db)).epoch).not.toBe(epoch);
    for (const token of [operator.token, key])
      expect((await restored.call('homeData', {}, { token })).status).toBe(401);
    expect(await rowsOf(restored.store, 'password_resets')).toMatchObject([{ used_at: expect.any(String) }]);
    const again = await restored.as('operator');
    expect(await again.items('batchRuns', { batchId: batch.batchId })).toHaveLength(1);
    expect(await rowsOf(restored.store, 'audit_log', { via: 'cli', call: 'restore' })).toHaveLength(1);
    await restored.close();
  });

  it('of other tools are marked: nothing opens or is sent by what came back', async () => {
    const key = await (await api.as('superadmin')).newKey();
    await api.forgot(people.admin.email);
    await operator.send(first);
    const { epoch } = await readControl(api.store.db);
    const busy = () => asProgram('mark-restored');
    expect(await api.store.db.connection().execute(busy)).toMatch(/ is in use.* Stop every server/);
    await api.close();
    // A closed file of SQLite is held by this process for a while.
    const { location } = live;
    const again = 'url' in location ? live : await empty('snapshot');
    if ('file' in location && 'file' in again.location) await copyFile(location.file, again.location.file);
    const said = await asProgram('mark-restored', again);
    for (const part of ['counts as restored', 'dispatch is paused']) expect(said).toContain(part);

    api = await startTestApi(again.location);
    expect(await readControl(api.store.db)).toMatchObject({ dispatch: { state: 'paused', why: 'restored' } });
    expect((await readControl(api.store.db)).epoch).not.toBe(epoch);
    for (const token of [operator.token, key]) expect((await api.call('homeData', {}, { token })).status).toBe(401);
    expect(await rowsOf(api.store, 'password_resets')).toMatchObject([{ used_at: expect.any(String) }]);
    expect(await rowsOf(api.store, 'commands')).toMatchObject([{ imei: first, status: 'queued' }]);
    expect(await rowsOf(api.store, 'audit_log', { via: 'cli', call: 'mark-restored' })).toHaveLength(1);
  });

  it('is never made over another file, nor restored over what is there or into what is in use', async () => {
    await done('backup ./a.tar.gz');
    expect(await refused('backup ./a.tar.gz')).toContain('is there already');
    // An idle server closes its connections after a while; a busy one keeps this one.
    const busy = () => asProgram('restore ./a.tar.gz --replace');
    expect(await api.store.db.connection().execute(busy)).toMatch(/ is in use.* Stop every server/);
    const other = await empty('other');
    await asProgram('restore ./a.tar.gz', other);
    const again = await asProgram('restore ./a.tar.gz', other);
    expect(again).toMatch(/^The database is not empty\. Give --replace/);
    await asProgram('restore ./a.tar.gz --replace', other);
    for (const name of ['live', 'other'])
      expect((await readdir(inFolder(name))).filter((file) => file.startsWith('.backup'))).toEqual([]);
  });

  it('refuses in words what is cut off, altered, sealed otherwise, or no backup, and changes nothing', async () => {
    for (const name of ['own.key', 'other.key']) await done(`create-backup-key ./${name}`);
    expect(await refused('create-backup-key ./own.key')).toContain('never written over another file');
    expect((await stat(inFolder('own.key'))).mode & 0o777).toBe(0o600);
    const recipient = /age1\w+/.exec(await read('own.key'))?.[0] ?? '';
    await write('recipient', `${recipient}\n`);
    await write('text', 'not a backup');
    await done('backup ./plain.tar.gz');
    await done('backup ./sealed.age --key-file ./recipient');
    await done('verify-backup ./sealed.age --key-file ./own.key');
    await chmod(inFolder('recipient'), 0o666);
    for (const [line, message] of [
      ['verify-backup ./sealed.age', 'is encrypted. Name the key'],
      ['verify-backup ./sealed.age --key-file ./other.key', 'or the key is not the one that opens it'],
      ['verify-backup ./text', 'is no backup'],
      ['backup ./b --key-file ./text', 'is no key file'],
      ['backup ./b --key-file ./recipient', 'chmod o-w'],
    ] as const)
      expect(await refused(line)).toContain(message);
    const other = await empty('other');
    for (const name of ['plain.tar.gz', 'sealed.age']) {
      const whole = await readFile(inFolder(name));
      // Inverts several bytes: a single bit in a compressed run of zeros may make no difference.
      const altered = Buffer.from(whole);
      const middle = altered.subarray(whole.length / 2).subarray(0, ALTERED_BYTES);
      middle.set(middle.map((byte) => byte ^ 0xff));
      for (const [bytes, message] of [
        [altered, 'altered'],
        [whole.subarray(0, -10), 'it was cut off or altered'],
      ] as const) {
        await writeFile(inFolder('broken'), bytes);
        expect(await refused('restore ./broken --key-file ./own.key', other)).toContain(message);
      }
    }
    const store = await openStore(other.location);
    expect(await rowsOf(store, 'accounts')).toEqual([]);
    await store.close();
  });

  it('is not restored by a version that does not know its schema, and changes nothing', async () => {
    await mkdir(inFolder('web'));
    await write('web/config.json', 'then');
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2027')`.execute(api.store.db);
    await done('backup ./a.tar.gz --web ./web');
    await write('web/config.json', 'now');
    const said = await refused('restore ./a.tar.gz --replace --web ./web', await empty('other'));
    expect(said).toContain('is of a newer version: this one does not know step 9999-later');
    expect(await read('web/config.json')).toBe('now');
  });

  it("holds the page's documents, published remotes and keys, and brings them back whole or not at all", async () => {
    for (const name of ['web/remotes/mf-a', 'keys', 'backups']) await mkdir(inFolder(name), { recursive: true });
    await write('web/registry.json', '{"remotes":[]}');
    await write('web/remotes/mf-a/entry.js', 'run()');
    await write('web/.lock', 'of a publisher at work');
    await writeFile(inFolder('keys/mf-a.pem'), 'secret', { mode: 0o600 });
    const named = '--web ./web --keys ./keys';
    expect(await refused(`backup ./backups ${named}`)).toContain('needs --key-file');
    expect(await readdir(inFolder('backups'))).toEqual([]);
    await done('create-backup-key ./backup-key');
    const byKey = '--key-file ./backup-key';
    const file = /written to (\S+),/.exec(await done(`backup ./backups ${named} ${byKey}`))?.[1] ?? '';
    expect(file).toMatch(/backups\/device-console-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar\.gz\.age$/);

    await write('web/registry.json', 'damaged');
    await write('web/later.json', '{}');
    const other = await empty('other');
    const restore = `restore ${file} ${byKey}`;
    expect(await refused(`${restore} ${named}`, other)).toContain('is not empty. Give --replace');
    expect(await refused(`${restore} --store ./store`, other)).toContain('was made without --store');
    expect(await done(`${restore} --replace ${named}`, other)).toContain('Raise registryEpoch');
    const files = ['registry.json', 'remotes', 'remotes/mf-a', 'remotes/mf-a/entry.js'];
    expect((await readdir(inFolder('web'), { recursive: true })).toSorted()).toEqual(files);
    expect(await read('web/registry.json')).toBe('{"remotes":[]}');
    expect((await stat(inFolder('keys/mf-a.pem'))).mode & 0o777).toBe(0o600);
    const before = (await readdir(folder)).toSorted();
    expect(before).toEqual(['backup-key', 'backups', 'keys', 'live', 'other', 'unpacking', 'web']);

    await symlink('/etc/passwd', inFolder('web/link'));
    expect(await refused('backup ./b.tar.gz --web ./web')).toContain('neither file nor folder');
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
