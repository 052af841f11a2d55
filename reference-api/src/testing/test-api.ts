import { calls, type CallDefinition, type CallName } from '@device-console/shared-lib/contract';
import { createEnvelopeCodec, newTransactionId, type EnvelopeCodec } from '@device-console/shared-lib/crypto';
import type { LightMyRequestResponse } from 'fastify';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Selectable } from 'kysely';
import * as v from 'valibot';
import { buildApp, type App, type AppOptions } from '../app/app.ts';
import { readSettings } from '../app/configuration/environment.ts';
import { createSimulator } from '../core/gateway/simulator.ts';
import { createStreamSealer } from '../core/http/stream-sealer.ts';
import type { Mail } from '../core/mail/mail.ts';
import { countAccounts } from '../modules/demo/prepare-demo.ts';
import type { MigrationList } from '../core/store/migrations/migration-list.ts';
import type { Schema } from '../core/store/schema.ts';
import type { Store, StoreLocation } from '../core/store/store.ts';
import { PASSWORD, people, type PersonName, plainPasswords, seededAt, seedTestData } from './test-data.ts';
import { TestClock } from './test-clock.ts';
import { testRun } from './test-run.ts';
import { migrationList, openStore } from '../app/open-store.ts';

const ADDRESS = '192.0.2.1';
export const SHARED_KEY = 'a shared key of the tests only';

/** The settings of a server with the least environment. */
const settings = readSettings({
  SHARED_KEY,
  GATEWAY: 'simulator',
  PUBLIC_URL: 'https://console.example',
  TRUSTED_PROXIES: '',
  LOG_LEVEL: 'silent',
});

const sealedReply = v.object({ payload: v.string(), transactionId: v.string() });

/** A reply with its answer opened, if it was sealed. */
interface TestReply {
  readonly status: number;
  readonly sealed: boolean;
  readonly headers: LightMyRequestResponse['headers'];
  readonly answer: Record<string, unknown>;
}

interface Wire {
  readonly token?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly address?: string | undefined;
}

/** Sends a batch file; a session's own adds its user and token. */
type Upload = (
  path: string,
  file: { name: string; content: string | Buffer; type?: string },
  fields?: Record<string, string>,
  wire?: Wire,
) => Promise<TestReply>;

/** The API on a fresh database, with a client that speaks the real envelope. */
export interface TestApi extends App {
  readonly store: Store;
  readonly clock: TestClock;
  readonly codec: EnvelopeCodec;
  readonly mails: Mail[];
  /** Lines of the log; none unless `logLevel` is set. */
  readonly lines: string[];
  call(name: CallName, body: object, wire?: Wire): Promise<TestReply>;
  /** Makes a call; returns its answer. */
  ask(name: CallName, body: object, wire?: Wire): Promise<TestReply['answer']>;
  readonly upload: Upload;
  /** Returns all commands in the order in which they were taken. */
  commands(): Promise<Selectable<Schema['commands']>[]>;
  /** Returns all uploads in the order in which they came. */
  uploads(): Promise<Selectable<Schema['uploads']>[]>;
  /** Does something while the database lacks a table. */
  without<Result>(table: keyof Schema, work: () => Promise<Result>): Promise<Result>;
  /** Logs a person in and returns calls in their name. */
  as(person: PersonName): Promise<Session>;
  /** Returns calls in the name of an account, with one of its tokens. */
  session(email: string, token: unknown, address?: string): Session;
  /** Returns the secret of the newest mailed link, of one account if named. */
  linkTo(email?: string): string;
  forgot(email: string): Promise<{ readonly token: string; readonly requestToken: string }>;
  close(): Promise<void>;
}

export interface Session {
  readonly token: string;
  readonly email: string;
  call(name: CallName, body?: object, wire?: Wire): Promise<TestReply>;
  /** Makes a call; returns its answer. */
  ask(name: CallName, body?: object, wire?: Wire): Promise<TestReply['answer']>;
  /** Makes a call; returns the rows of its answer. */
  items(name: CallName, body?: object): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Makes an API key of the account, with bounds if given; returns its text. */
  newKey(bounds?: object): Promise<string>;
  readonly upload: Upload;
  file(report: string, name: string): Promise<LightMyRequestResponse>;
}

const LINK = /\/(?:invitation|resetPassword)\/([\w-]+)/;

const record = v.record(v.string(), v.unknown());

export interface Request {
  readonly method: CallDefinition['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: object;
}

/** Makes a call by `send`, as the console does; opens the reply if it is sealed. */
export async function exchange<Reply extends object>(
  codec: EnvelopeCodec,
  name: CallName,
  body: object,
  { token, transactionId = newTransactionId() }: Wire,
  send: (request: Request) => Promise<Reply & { readonly json: unknown }>,
) {
  const { method, path, request }: CallDefinition = calls[name];
  const context = { method, path, transactionId };
  const payload = request === 'sealed' ? await codec.seal(body, { ...context, direction: 'request' }) : body;
  const headers = { 'x-transaction-id': transactionId, ...(token === undefined ? {} : { 'x-api-key': token }) };
  const sent = { method, url: `/${path}`, headers };
  const { json, ...reply } = await send(request === 'none' ? sent : { ...sent, payload });
  const sealed = v.safeParse(sealedReply, json);
  const answer = sealed.success ? await codec.open(sealed.output, { ...context, direction: 'reply' }) : json;
  return { ...reply, sealed: sealed.success, answer: v.parse(record, answer) };
}

function uploader(app: App): Upload {
  return async (path, file, fields = {}, wire = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([file.content], { type: file.type ?? 'text/csv' }), file.name);
    const encoded = new Response(form);
    const response = await app.server.inject({
      method: 'POST',
      url: `/${path}`,
      payload: Buffer.from(await encoded.arrayBuffer()),
      remoteAddress: wire.address ?? ADDRESS,
      headers: {
        'content-type': encoded.headers.get('content-type') ?? '',
        ...(wire.token === undefined ? {} : { 'x-api-key': wire.token }),
        'x-transaction-id': wire.transactionId ?? newTransactionId(),
      },
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      sealed: false,
      answer: v.parse(record, response.json()),
    };
  };
}

/**
 * Starts the API for a test; `location` is a database of its own, by default a temporary SQLite file. A database with
 * accounts is left as it is. Passwords are not hashed, unless `more` says how. `watch` may wrap the store, and
 * `migrations` is another version's list of steps.
 */
export async function startTestApi(
  location?: StoreLocation,
  more: Partial<AppOptions> = {},
  watch = (store: Store): Store => store,
  migrations: MigrationList = migrationList,
): Promise<TestApi> {
  const folder = await mkdtemp(join(tmpdir(), 'device-console-api-'));
  const file = join(folder, 'console.db');
  if (location === undefined) await copyFile(testRun().filledFile, file);
  const store = await openStore(location ?? { file }, migrations);
  const clock = new TestClock();
  // A test's own file need not survive a crash; sqlite.test.ts shows that the API waits for the disk.
  if (location === undefined) await sql`pragma synchronous = off`.execute(store.db);
  if ((await countAccounts(store.db)) === 0) await seedTestData(store, seededAt());
  const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey: SHARED_KEY });
  const mails: Mail[] = [];
  const lines: string[] = [];
  const app = await buildApp({
    ...settings,
    singleSignOn: undefined,
    metrics: undefined,
    store: watch(store),
    codec,
    sealer: createStreamSealer(SHARED_KEY),
    clock,
    gateway: createSimulator(1000),
    mailsPeople: true,
    logStream: { write: (line) => void lines.push(line) },
    mailer: { send: async (mail) => void mails.push(mail) },
    passwords: plainPasswords,
    ...more,
  });
  const call: TestApi['call'] = (name, body, wire = {}) =>
    exchange(codec, name, body, wire, async (request) => {
      const response = await app.server.inject({ ...request, remoteAddress: wire.address ?? ADDRESS });
      return { status: response.statusCode, headers: response.headers, json: response.json<unknown>() };
    });
  const upload = uploader(app);
  const session: TestApi['session'] = (email, text, address) => {
    const token = String(text);
    const ownCall: Session['call'] = (name, body = {}, wire = {}) =>
      call(name, { user: email, ...body }, { token, address, ...wire });
    return {
      ...{ token, email },
      call: ownCall,
      ask: async (name, body, wire) => (await ownCall(name, body, wire)).answer,
      items: async (name, body) => v.parse(v.array(record), (await ownCall(name, body)).answer['items']),
      newKey: async (bounds) =>
        String((await ownCall('generateKey', { key_name: 'ERP', user_id: email, ...bounds })).answer['key']),
      upload: (path, file, fields = {}, wire = {}) =>
        upload(path, file, { user: email, ...fields }, { token, address, ...wire }),
      file: (report, name) => app.server.inject({ url: `/files/${report}/${name}`, headers: { 'x-api-key': token } }),
    };
  };
  const linkTo: TestApi['linkTo'] = (email) => {
    const texts = mails.flatMap(({ to, text }) => (email === undefined || to === email ? [text] : []));
    return LINK.exec(texts.findLast((text) => LINK.test(text)) ?? '')?.[1] ?? '';
  };
  return {
    ...app,
    store,
    clock,
    codec,
    mails,
    lines,
    call,
    ask: async (name, body, wire) => (await call(name, body, wire)).answer,
    upload,
    commands: () => store.db.selectFrom('commands').selectAll().orderBy('id').execute(),
    uploads: () => store.db.selectFrom('uploads').selectAll().orderBy('id').execute(),
    async without(table, work) {
      await store.db.schema.alterTable(table).renameTo(`${table}_away`).execute();
      const result = await work();
      await store.db.schema.alterTable(`${table}_away`).renameTo(table).execute();
      return result;
    },
    session,
    linkTo,
    async forgot(email) {
      const { answer } = await call('forgotPassword', { email });
      return { token: linkTo(email), requestToken: String(answer['token']) };
    },
    async as(person) {
      const { email } = people[person];
      const { answer } = await call('login', { email, password: PASSWORD });
      return session(email, v.parse(v.string(), answer['token']));
    },
    async close() {
      await app.server.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
