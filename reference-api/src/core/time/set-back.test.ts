import { startSealing } from '../../modules/audit-chain/sealer.ts';
import { createRefusedTokens } from '../security/refused-tokens.ts';
import { budgetTable, createBudgetRules } from '../../modules/budgets/index.ts';
import { createFailureNotices } from '../../modules/telemetry/index.ts';
import { createUploadQuotas } from '../../modules/upload-quotas/index.ts';
import { standardOf } from '../configuration/named-numbers.ts';
import { fresh, startTestApi, TestClock, waitUntil } from '../../testing/index.ts';
import { DAY } from './clock.ts';

const FLOOD = 101;

let clock: TestClock;
beforeEach(() => {
  clock = new TestClock();
  clock.advance(DAY);
});
const setRight = () => clock.advance(-DAY);

it('K1 once a clock that was ahead is set right a network may have tokens refused again', () => {
  const tokens = createRefusedTokens(clock);
  const admit = (token: string) => () => tokens.admit(token, '192.0.2.7');
  for (let one = 1; one < FLOOD; one += 1) admit(`wrong ${one}`)();
  expect(admit('wrong again')).toThrow();
  setRight();
  expect(admit('wrong again')).not.toThrow();
});

it('once a clock that was ahead is set right teams are told of new failures again', async () => {
  const tell = jest.fn(async () => undefined);
  const notices = createFailureNotices({ notify: tell }, clock, { warn: () => undefined });
  const place = { kind: 'thrown', screen: '', source: 'live', stack: '' } as const;
  const failure = { remote: 'r', owner: 'o', version: '1.0.0', release: 'live', message: 't', ...place };
  for (let one = 0; one < FLOOD; one += 1) await notices.tell(failure);
  tell.mockClear();
  setRight();
  await notices.tell(failure);
  expect(tell).toHaveBeenCalledTimes(1);
});

it('once a clock that was ahead is set right a refusal for a budget is written down again', () => {
  const rules = createBudgetRules(standardOf(budgetTable));
  const isFirst = () => rules.isFirstRefusal(1, 'pause', clock.now());
  expect([isFirst(), isFirst()]).toEqual([true, false]);
  setRight();
  expect(isFirst()).toBe(true);
});

const api = fresh(() => startTestApi(undefined));

it('once a clock that was ahead is set right files are counted again, so that deleted ones make room', async () => {
  const quotas = createUploadQuotas({ uploadsPerDay: 10, bytesPerDay: 100, bytesInAll: 10 });
  const admit = (bytes: number) => quotas.admitFile({ db: api.store.db, accountId: 1, now: clock.now() }, bytes);
  // What was counted and then not stored is as good as deleted.
  await admit(10);
  await expect(admit(1)).rejects.toThrow('has no room for this one');
  setRight();
  await admit(1);
});

it('A7 once a clock that was ahead is set right the head of the audit is told again', async () => {
  await api.as('admin');
  const onHead = jest.fn(async () => undefined);
  const isTold = (times: number) => async () =>
    onHead.mock.calls.length === times ? undefined : String(onHead.mock.calls.length);
  const onFailure = (error: unknown) => {
    throw error;
  };
  const end = startSealing({ db: api.store.db, clock, every: 5, onHead, onFailure });
  await waitUntil('the head is told', isTold(1));
  setRight();
  await waitUntil('it is told again', isTold(2));
  await end();
});
