import { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
import { sql } from 'kysely';
import { buildApp, type AppOptions } from '../app/app.ts';
import { createSimulator } from '../core/gateway/simulator.ts';
import { createStreamSealer } from '../core/http/stream-sealer.ts';
import type { Mail } from '../core/mail/mail.ts';
import { exists } from '../core/store/count-rows.ts';
import type { MigrationList } from '../core/store/migrations/migration-list.ts';
import type { Schema } from '../core/store/schema.ts';
import type { Store, StoreLocation } from '../core/store/store.ts';
import { createClient, type Session } from './client.ts';
import { leastSettings, SHARED_KEY } from './least-settings.ts';
import { plainPasswords, seededAt, seedTestData } from './test-data.ts';
import { TestClock } from './test-clock.ts';
import { newFilledFile } from './test-run.ts';
import { migrationList, openStore } from '../app/open-store.ts';

export type { Session } from './client.ts';

const ADDRESS = '192.0.2.1';

const LINK = /\/(?:invitation|resetPassword)\/([\w-]+)/;

/** The API on a database of its own, with a client that speaks the real envelope. */
export type TestApi = Awaited<ReturnType<typeof startTestApi>>;

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
) {
  const store = await openStore(location ?? (await newFilledFile()), migrations);
  const clock = new TestClock();
  // A test's own file need not survive a crash; sqlite.test.ts shows that the API waits for the disk.
  if (store.dialect === 'sqlite') await sql`pragma synchronous = off`.execute(store.db);
  if (!(await exists(store.db.selectFrom('accounts')))) await seedTestData(store, seededAt());
  const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey: SHARED_KEY });
  const mails: Mail[] = [];
  /** Lines of the log; none unless `logLevel` is set. */
  const lines: string[] = [];
  const app = await buildApp({
    ...leastSettings,
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
  const client = createClient(codec, async (request, { address: remoteAddress = ADDRESS }) => {
    const response = await app.server.inject({ ...request, remoteAddress });
    return { status: response.statusCode, headers: response.headers, json: response.json<unknown>() };
  });
  /** Returns the secret of the newest mailed link, of one account if named. */
  const linkTo = (email?: string) => {
    const texts = mails.flatMap(({ to, text }) => (email === undefined || to === email ? [text] : []));
    return LINK.exec(texts.findLast((text) => LINK.test(text)) ?? '')?.[1] ?? '';
  };
  return {
    ...app,
    ...client,
    store,
    clock,
    codec,
    mails,
    lines,
    commands: () => store.db.selectFrom('commands').selectAll().orderBy('id').execute(),
    uploads: () => store.db.selectFrom('uploads').selectAll().orderBy('id').execute(),
    /** Does something while the database lacks a table. */
    async without<Result>(table: keyof Schema, work: () => Promise<Result>): Promise<Result> {
      await store.db.schema.alterTable(table).renameTo(`${table}_away`).execute();
      const result = await work();
      await store.db.schema.alterTable(`${table}_away`).renameTo(table).execute();
      return result;
    },
    linkTo,
    async forgot(email: string) {
      const { answer } = await client.call('forgotPassword', { email });
      return { token: linkTo(email), requestToken: String(answer['token']) };
    },
    file: ({ token }: Session, report: string, name: string) =>
      app.server.inject({ url: `/files/${report}/${name}`, headers: { 'x-api-key': token } }),
    async close() {
      await app.server.close();
      await store.close();
    },
  };
}
