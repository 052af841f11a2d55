import { hash } from '@node-rs/argon2';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { findAccountByEmail, insertAccount } from '../../core/store/accounts.ts';
import { putBatchItems } from '../../core/store/batches.ts';
import { exists } from '../../core/store/count-rows.ts';
import { insertPermission, permissionsOf, permitOnly } from '../../core/store/permissions.ts';
import { insertSetting, readSetting } from '../../core/store/settings.ts';
import { inTransaction, type Database, type Store } from '../../core/store/store.ts';
import { insertUpload, recordIntent } from '../../core/store/uploads.ts';
import { isoTime, type Clock } from '../../core/time/clock.ts';
import { demoDevices, auditRow, demoHistory, type Sender } from './demo-history.ts';

const DEMO_PASSWORD = 'Demo-pass-2026';

const SEEDED = 'demo_seeded_at';
const ROWS_PER_INSERT = 500;

export const demoAccounts = [
  { email: 'superadmin@example.com', phone: '9000000001', role: 'SUPERADMIN', permissions: [] },
  { email: 'admin@example.com', phone: '9000000002', role: 'ADMIN', permissions: [] },
  {
    email: 'operator@example.com',
    phone: '9000000003',
    role: 'USER',
    permissions: ['Lock Device', 'Device Details', 'Audit Report', 'Enable Notification'],
  },
  { email: 'viewer@example.com', phone: '9000000004', role: 'USER', permissions: [] },
] as const;

async function inParts<Row>(rows: readonly Row[], insert: (part: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
    await insert(rows.slice(from, from + ROWS_PER_INSERT));
}

async function seedAccounts(tx: Database, hashes: readonly string[], at: string) {
  const made: Sender[] = [];
  for (const [index, account] of demoAccounts.entries()) {
    const { permissions, ...person } = account;
    const id = await insertAccount(tx, { ...person, password_hash: hashes[index] ?? '', created_at: at });
    if (id === undefined) throw new Error(`The demo account ${account.email} exists already.`);
    await permitOnly(tx, id, permissions);
    made.push({ id, email: account.email, userlevel: account.role, permissions });
  }
  return made;
}

type KnownBatch = Exclude<ReturnType<typeof demoHistory>['batches'][number]['known'], false>;

async function seedKnown(tx: Database, known: KnownBatch): Promise<void> {
  const { id } = await tx.insertInto('batches').values(known).returning('id').executeTakeFirstOrThrow();
  const commands = await tx
    .selectFrom('commands')
    .select(['id as command_id', 'transaction_id'])
    .where('batch_id', '=', known.batch_id)
    .orderBy('id')
    .execute();
  const found = { outcome: 'found', message: '' } as const;
  const items = commands.map((command, index) => ({ row: index + 1, ...found, ...command }));
  await putBatchItems(tx, id, items);
}

async function seed(tx: Database, hashes: readonly string[], now: Date): Promise<void> {
  const senders = await seedAccounts(tx, hashes, isoTime(now));
  const made = demoDevices(now);
  const { commands, batches } = demoHistory(made, senders, now);
  const inOrder = batches.toSorted((left, right) => (left.intent.created_at < right.intent.created_at ? -1 : 1));
  await inParts(made.devices, (part) => tx.insertInto('devices').values(part).execute());
  await inParts(made.registrations, (part) => tx.insertInto('registrations').values(part).execute());
  await inParts(made.enrolments, (part) => tx.insertInto('enrolments').values(part).execute());
  await inParts(made.releases, (part) => tx.insertInto('releases').values(part).execute());
  await inParts(commands, (part) => tx.insertInto('commands').values(part).execute());
  await inParts(commands.map(auditRow), (part) => tx.insertInto('audit_log').values(part).execute());
  for (const { intent } of batches) await recordIntent(tx, intent);
  // In order of time, because lists of batches sort by id.
  for (const { upload } of inOrder) await insertUpload(tx, upload);
  for (const { known } of batches) if (known) await seedKnown(tx, known);
}

async function seedOnce(store: Store, now: Date): Promise<void> {
  if ((await readSetting(store.db, SEEDED)) !== undefined) return;
  const hashes = await Promise.all(demoAccounts.map(() => hash(DEMO_PASSWORD)));
  await inTransaction(store.db, async (tx) => {
    if (!(await insertSetting(tx, SEEDED, isoTime(now)))) return;
    if (await exists(tx.selectFrom('accounts')))
      throw new ConfigurationError(
        'DEMO=1 on a database that has accounts: demo accounts have a public password. Choose another DATA_DIR or ' +
          'DATABASE_URL for the demo.',
      );
    await seed(tx, hashes, now);
  });
}

/** Adds permissions that the specification does not have, and gives them to the demo's operator. */
async function permit(tx: Database, names: readonly string[]): Promise<void> {
  const operator = await findAccountByEmail(tx, 'operator@example.com');
  if (!operator) return;
  for (const name of names) await insertPermission(tx, name);
  const held = await permissionsOf(tx, operator.id);
  await permitOnly(tx, operator.id, [...held.map(({ name }) => name), ...names]);
}

/** Without `demo`, refuses a database with the demo accounts, whose password is public. */
export async function prepareDemo(store: Store, demo: boolean, clock: Clock, permissions: readonly string[] = []) {
  if (demo) {
    await seedOnce(store, clock.now());
    if (permissions.length > 0) await inTransaction(store.db, (tx) => permit(tx, permissions));
    return;
  }
  if ((await readSetting(store.db, SEEDED)) !== undefined)
    throw new ConfigurationError(
      'This database holds the demo accounts, whose password is public. Set DEMO=1, or choose another DATA_DIR or ' +
        'DATABASE_URL.',
    );
}
