import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { ENROLLED, fresh, newPostgresDatabase, shared, startTestApi, testRun } from '../../testing/index.ts';
import { FaultProxy } from '../../testing/faults/fault-proxy.ts';
import type { Store } from './store.ts';

jest.setTimeout(60_000);

const [IMEI = ''] = ENROLLED;
const AWAY = {
  status: 503,
  sealed: true,
  headers: { 'retry-after': '5' },
  answer: {
    status: 'error',
    reason: 'unavailable',
    message:
      "The server's database is out of reach or overloaded. Nothing was done; please try again in a few seconds.",
  },
};
const UNKNOWN_OUTCOME = { status: 500, answer: { status: 'error' } };

const proxy = shared(() => FaultProxy.start({ path: testRun().postgresSocket }));
/** Called before, and after, the database is asked something; the text holds the question. */
const meet = { before: (_question: string): void => undefined, after: (_question: string): void => undefined };
const plugin: KyselyPlugin = {
  transformQuery({ node }) {
    meet.before(JSON.stringify(node));
    return node;
  },
  transformResult({ result }) {
    return Promise.resolve(result);
  },
};
const watch = (store: Store): Store => ({ ...store, db: store.db.withPlugin(plugin) });
const api = fresh(async () => {
  const { pathname } = new URL(await newPostgresDatabase('template filled'));
  return startTestApi({ url: `postgres://postgres@127.0.0.1:${proxy.port}${pathname}` }, {}, watch);
});
afterEach(() => {
  proxy.heal();
  meet.before = () => undefined;
});

/** Cuts the database off where a question holds a text. */
function cutAt(text: string): void {
  meet.before = (question) => {
    if (question.includes(text)) proxy.cut();
  };
}

/** The answer to COMMIT is lost: it is the next to pass after the question that stores the call's answer. */
function loseCommit(): void {
  meet.before = (question) => {
    if (!question.includes('"UpdateQueryNode"') || !question.includes('"outcomes"')) return;
    proxy.arm({ at: 0, isBehindWrite: true }, () => proxy.arm({ kind: 'drop-after', at: 0, isBehindWrite: true }));
  };
}

it.each([
  ['before the token is known', () => proxy.cut(), AWAY],
  ['before the transaction', () => cutAt('"outcomes"'), AWAY],
  ['in the middle of the transaction', () => cutAt('insert into commands'), AWAY],
  ['when COMMIT was sent', loseCommit, UNKNOWN_OUTCOME],
])(
  'D2a says that nothing was done only if that is certain; the database goes away %s',
  async (_when, act, expected) => {
    const operator = await api.as('operator');
    const id = randomUUID();
    act();
    const first = await operator.send(IMEI, 'lock', id);
    proxy.heal();
    meet.before = () => undefined;
    expect(first).toMatchObject(expected);
    expect(await api.commands()).toHaveLength(expected === AWAY ? 0 : 1);
    expect(await operator.send(IMEI, 'lock', id)).toMatchObject({ status: 200, answer: { status: 'success' } });
    expect(await api.commands()).toHaveLength(1);
  },
);

it('D2a so it does for a login, and for a call that would wait too long for a connection', async () => {
  const operator = await api.as('operator');
  const busy = await Promise.all(Array.from({ length: 16 }, () => api.store.db.startTransaction().execute()));
  const [login, lock] = await Promise.all([
    api.call('login', { email: operator.email, password: 'no' }),
    operator.send(IMEI),
  ]);
  await Promise.all(busy.map((transaction) => transaction.rollback().execute()));
  expect(login).toMatchObject(AWAY);
  expect(lock).toMatchObject(AWAY);
  expect(await api.commands()).toHaveLength(0);
});
