import type { BatchVault } from './ports.ts';
import { MOST_KEPT_ERRORS, openErrors, sealErrors } from './kept-errors.ts';
import { TestClock } from '../testing/test-clock.ts';

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ line: index + 2, data: `${index},Ananya`, error: 'wrong' }));

/** Opens what it has sealed, at its place of that batch. */
function vaultOf(login: string): BatchVault {
  return {
    seal: async (batchId, place, text) => `${login}|${batchId}|${place}|${text}`,
    open: async (batchId, place, sealed) => {
      const start = `${login}|${batchId}|${place}|`;
      return sealed.startsWith(start) ? sealed.slice(start.length) : null;
    },
  };
}

const BATCH = 'b-1';
const ofSession = { batchId: BATCH, hasExtras: true };
const ofOperator = { batchId: BATCH, hasExtras: false };
const ports = (login: string) => ({ vault: vaultOf(login), clock: new TestClock() });

it('B3 D15 wrong rows come back in their order for the login that sealed them, over any number of pieces', async () => {
  const rows = rowsOf(1_201);
  const sealed = await sealErrors(ofSession, rows, ports('one'));
  expect(sealed).toHaveLength(3);
  expect(await openErrors(BATCH, sealed, ports('one'))).toEqual(rows);
});

it.each([
  ['another login', 'two', BATCH, (pieces: readonly string[]) => pieces],
  ['another batch', 'one', 'b-2', (pieces: readonly string[]) => pieces],
  ['a piece that cannot be opened', 'one', BATCH, (pieces: readonly string[]) => [...pieces, 'no envelope']],
  ['pieces in another order', 'one', BATCH, (pieces: readonly string[]) => pieces.toReversed()],
] as const)('B3 D15 %s gets none of them', async (_what, login, batchId, changed) => {
  const sealed = (await sealErrors(ofSession, rowsOf(501), ports('one'))) ?? [];
  expect(await openErrors(batchId, changed(sealed), ports(login))).toBeNull();
});

it.each([
  ['no wrong rows', rowsOf(0), 'one'],
  ['more than are kept', rowsOf(MOST_KEPT_ERRORS + 1), 'one'],
  ['no vault', rowsOf(1), null],
  ['no list', null, 'one'],
] as const)('B3 D15 nothing is stored of %s', async (_what, rows, login) => {
  const clock = new TestClock();
  expect(await sealErrors(ofSession, rows, login === null ? { clock } : ports(login))).toBeUndefined();
});

describe('with a vault of the operator', () => {
  const both = (login: string, operator = 'Asha') => ({ ...ports(login), operatorVault: vaultOf(operator) });

  it('B3 D15 wrong rows of IMEIs come back in every session of the operator, and for nobody else', async () => {
    const sealed = await sealErrors(ofOperator, rowsOf(2), both('one'));
    expect(await openErrors(BATCH, sealed, both('two'))).toEqual(rowsOf(2));
    expect(await openErrors(BATCH, sealed, both('one', 'Ravi'))).toBeNull();
  });

  it('B3 D15 those of messages, with names and amounts, come back in their session alone', async () => {
    const sealed = await sealErrors(ofSession, rowsOf(2), both('one'));
    expect(await openErrors(BATCH, sealed, both('one'))).toEqual(rowsOf(2));
    expect(await openErrors(BATCH, sealed, both('two'))).toBeNull();
  });

  it('B3 what an earlier version has sealed for the session is opened in it', async () => {
    const sealed = await sealErrors(ofOperator, rowsOf(2), ports('one'));
    expect(await openErrors(BATCH, sealed, both('one'))).toEqual(rowsOf(2));
  });
});
