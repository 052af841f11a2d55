import type { AppOptions } from '../app.ts';
import { describeAgreement } from '../testing/agreement-suite.ts';
import { describeExactlyOnce } from '../testing/exactly-once-suite.ts';
import { describeScale } from '../testing/scale-suite.ts';
import { describeOperatorAudit } from '../testing/operator-audit-suite.ts';
import { describePeople } from '../testing/people-suite.ts';
import { describeStore } from '../testing/store-suite.ts';
import { startTestApi } from '../testing/test-api.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../testing/throwaway-postgres.ts';
import { openStore } from './store.ts';

jest.setTimeout(60_000);

let postgres: ThrowawayPostgres;
beforeAll(async () => {
  postgres = await startThrowawayPostgres();
});
afterAll(() => postgres.stop());

const start = async (more: Partial<AppOptions> = {}) => startTestApi({ url: await postgres.newDatabase() }, more);

describeExactlyOnce('PostgreSQL', start);
describeOperatorAudit('PostgreSQL', start);
describePeople('PostgreSQL', start);
describeStore('PostgreSQL', start, async () => openStore({ url: await postgres.newDatabase() }));
describeAgreement('PostgreSQL', async (more) => startTestApi({ url: await postgres.newDatabase() }, more));
describeScale('PostgreSQL', async (watch) => startTestApi({ url: await postgres.newDatabase() }, {}, watch));

it('D2 dispatches once when the same request comes to two instances at the same time', async () => {
  const url = await postgres.newDatabase();
  const one = await startTestApi({ url });
  const session = await one.as('operator');
  const other = await openStore({ url });
  const transactionId = '6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10';
  const body = { imei: '356938030000005', action: 'lock' };
  const replies = await Promise.all(Array.from({ length: 16 }, () => session.call('lockNotification', body, { transactionId })));
  expect(new Set(replies.map((reply) => JSON.stringify(reply.answer)))).toEqual(new Set(['{"status":"success","message":"Lock initiated  successfully."}']));
  expect(await other.db.selectFrom('commands').select('id').execute()).toHaveLength(1);
  await other.close();
  await one.close();
});

it('D20 migrates once when two instances open a new database', async () => {
  const url = await postgres.newDatabase();
  const stores = await Promise.all([openStore({ url }), openStore({ url })]);
  expect(await stores[0]?.db.selectFrom('permissions').select('id').execute()).toHaveLength(21);
  for (const store of stores) await store.close();
});
