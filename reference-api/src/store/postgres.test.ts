import { sql } from 'kysely';
import type { AppOptions } from '../app/app.ts';
import { describeAccountChanges } from '../testing/account-changes-suite.ts';
import { describeAgreement } from '../testing/agreement-suite.ts';
import { describeAuditChain } from '../testing/audit-chain-suite.ts';
import { describeAuditInstances } from '../testing/audit-instances-suite.ts';
import { describeAuditRoles } from '../testing/audit-roles-suite.ts';
import { describeAuditedFailures } from '../testing/failures-audited-suite.ts';
import { describeBatchClaims } from '../testing/batch-claims-suite.ts';
import { describeBatchItems } from '../testing/batch-items-suite.ts';
import { describeBatchProgress } from '../testing/batch-progress-suite.ts';
import { describeBatchScale } from '../testing/batch-scale-suite.ts';
import { describeApprovals } from '../testing/approvals-suite.ts';
import { describeCommandBudgets } from '../testing/command-budgets-suite.ts';
import { describeContainment } from '../testing/containment-suite.ts';
import { describeContainedWork } from '../testing/containment-work-suite.ts';
import { describeInterleavings } from '../testing/batch-interleavings-suite.ts';
import { describeExactlyOnce } from '../testing/exactly-once-suite.ts';
import { describeRetention } from '../testing/retention-suite.ts';
import { describeScale } from '../testing/scale-suite.ts';
import { describeFuzz } from '../testing/fuzz-suite.ts';
import { describeFactors } from '../testing/factors-suite.ts';
import { describeFirstPasswords } from '../testing/first-password-suite.ts';
import { describeHomeOverview } from '../testing/home-overview-suite.ts';
import { describeOperatorAudit } from '../testing/operator-audit-suite.ts';
import { describeKeys } from '../testing/keys-suite.ts';
import { describePasskeys } from '../testing/passkeys-suite.ts';
import { describePeople } from '../testing/people-suite.ts';
import { describeSessions } from '../testing/sessions-suite.ts';
import { describeSingleSignOn } from '../testing/single-sign-on-suite.ts';
import { describeStepUp } from '../testing/step-up-suite.ts';
import { describeStolenSession } from '../testing/stolen-session-suite.ts';
import { describeStore } from '../testing/store-suite.ts';
import { describeTelemetry } from '../testing/telemetry-suite.ts';
import { describeTexts } from '../testing/texts-suite.ts';
import { fillTestDatabase, startTestApi } from '../testing/test-api.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../testing/throwaway-postgres.ts';
import { isOtherActive } from './accounts.ts';
import { inTransaction, openStore, type Store } from './store.ts';

jest.setTimeout(60_000);

let postgres: ThrowawayPostgres;
beforeAll(async () => {
  postgres = await startThrowawayPostgres();
});
afterAll(() => postgres.stop());

const filledDatabase = () => postgres.newCopy((url) => fillTestDatabase({ url }));
const start = async (more: Partial<AppOptions> = {}, watch?: (store: Store) => Store) =>
  startTestApi({ url: await filledDatabase() }, more, watch);

describeExactlyOnce('PostgreSQL', start);
describeBatchItems('PostgreSQL', start);
describeBatchClaims('PostgreSQL', start);
describeBatchProgress('PostgreSQL', start);
describeInterleavings('PostgreSQL', async () => {
  const url = await filledDatabase();
  return [await startTestApi({ url }), await startTestApi({ url })];
});
describeHomeOverview('PostgreSQL', start);
describeOperatorAudit('PostgreSQL', start);
describeAuditedFailures('PostgreSQL', start);
describeAuditChain('PostgreSQL', async () => openStore({ url: await postgres.newDatabase() }));
describeAuditInstances(() => postgres.newDatabase());
describeAuditRoles(() => postgres.newDatabase());
describeKeys('PostgreSQL', start);
describeSessions('PostgreSQL', start);
describeSingleSignOn('PostgreSQL', start);
describeAccountChanges('PostgreSQL', start);
describeFactors('PostgreSQL', start);
describeFirstPasswords('PostgreSQL', start);
describeStepUp('PostgreSQL', start);
describePasskeys('PostgreSQL', start);
describeCommandBudgets('PostgreSQL', async (more) => {
  const url = await filledDatabase();
  return [await startTestApi({ url }, more), await startTestApi({ url }, more)];
});
describeApprovals('PostgreSQL', start);
const startTwo = async (more: Partial<AppOptions>) => {
  const url = await postgres.newDatabase();
  return [await startTestApi({ url }, more), await startTestApi({ url }, more)];
};
describeContainment('PostgreSQL', startTwo);
describeContainedWork('PostgreSQL', startTwo);
describeStolenSession('PostgreSQL', start);
describePeople('PostgreSQL', start);
describeTexts('PostgreSQL', start);
describeFuzz('PostgreSQL', start);
describeStore('PostgreSQL', start, async () => openStore({ url: await postgres.newDatabase() }));
describeTelemetry('PostgreSQL', start);
describeAgreement('PostgreSQL', start);
describeBatchScale('PostgreSQL', (watch) => start({}, watch));
describeRetention('PostgreSQL', start);
describeScale('PostgreSQL', (watch) => start({}, watch));

it('D2 dispatches once when the same request comes to two instances at the same time', async () => {
  const url = await filledDatabase();
  const one = await startTestApi({ url });
  const session = await one.as('operator');
  const other = await openStore({ url });
  const transactionId = '6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10';
  const body = { imei: '356938030000005', action: 'lock' };
  const replies = await Promise.all(
    Array.from({ length: 16 }, () => session.call('lockNotification', body, { transactionId })),
  );
  expect(new Set(replies.map((reply) => JSON.stringify(reply.answer)))).toEqual(
    new Set(['{"status":"success","message":"Lock initiated  successfully."}']),
  );
  expect(await other.db.selectFrom('commands').select('id').execute()).toHaveLength(1);
  await other.close();
  await one.close();
});

it('migrates once when two instances open a new database', async () => {
  const url = await postgres.newDatabase();
  const stores = await Promise.all([openStore({ url }), openStore({ url })]);
  expect(await stores[0]?.db.selectFrom('permissions').select('id').execute()).toHaveLength(22);
  for (const store of stores) await store.close();
});

function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((done) => {
    give = done;
  });
  return { given, give: () => give() };
}

it(
  'U4 D9 asks one after the other who else is active: of two transactions at the same time the later one sees ' +
    'what the first did',
  async () => {
    const api = await start();
    const { db } = api.store;
    const { id } = await db
      .selectFrom('accounts')
      .select('id')
      .where('role', '=', 'SUPERADMIN')
      .executeTakeFirstOrThrow();
    const [asked, released] = [signal(), signal()];
    const first = inTransaction(db, async (tx) => {
      const other = await isOtherActive(tx, ['ADMIN', 'SUPERADMIN'], id);
      asked.give();
      await released.given;
      await tx.updateTable('accounts').set({ status: 'INACTIVE' }).where('id', '=', id).execute();
      return other;
    });
    await asked.given;
    let answered = false;
    const second = inTransaction(db, (tx) => isOtherActive(tx, ['SUPERADMIN'], 0)).finally(() => {
      answered = true;
    });
    const isWaiting = async () =>
      (
        await sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      ).rows.length > 0;
    while (!answered && !(await isWaiting()));
    released.give();
    expect(await Promise.all([first, second])).toEqual([true, false]);
    await api.close();
  },
);
