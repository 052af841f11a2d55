import fc from 'fast-check';
import {
  identityOf,
  listsOfRows,
  plan,
  text,
  written,
  type Form,
  type ListForm,
  type Plan,
  type Writing,
} from './test-legacy-plans.ts';
import { contentsOf, goodLists, legacyCalls, replied, type Ended, type Fields } from './test-legacy.ts';

// A failure names its seed in the test's name; FUZZ_SEED=<seed> runs the same again.
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const RUNS = process.env['FULL'] === '1' ? 1000 : 40;

const unshown: ReadonlySet<string> = new Set([
  'updateCommandOnServer',
  'updateStatusOnServer',
  'adminLockNotification',
  'resetPassword',
  'updateUserStatus',
  'updateLoginStatus',
  'updateKeyStatus',
  'logout',
]);
const otherContents = (name: string): Fields =>
  Object.fromEntries(Object.entries(contentsOf(name)).filter(([field]) => !(field in (goodLists[name] ?? {}))));

function expectSameRows(name: string, answer: Fields, keys: readonly string[]): void {
  for (const list of Object.keys(goodLists[name] ?? {})) {
    const rows = answer[list] as readonly Fields[];
    expect(rows.map((row) => row[identityOf(name, list)])).toEqual(keys);
  }
}

const told = (ended: Ended): unknown =>
  'error' in ended
    ? [ended.error.kind, ended.error.outcome, ended.error.message.replace(/"[^"]*"/g, '')]
    : ended.answer;

async function checkSuccess(
  name: string,
  statement: Form<Fields>,
  forms: readonly ListForm[],
  keys: readonly string[],
  how: Writing,
): Promise<unknown> {
  const lists = Object.entries(listsOfRows(name, keys));
  const usable = forms.filter(({ isForOne }) => !isForOne || lists.length === 1);
  const formOf = (index: number): ListForm =>
    usable[index % usable.length] ?? { write: (rows, list) => ({ [list]: rows }), isRead: true };
  const contents: Fields = Object.assign(
    otherContents(name),
    ...lists.map(([list, rows], index) => formOf(index).write(rows, list)),
  );
  const isRead = statement.isRead && lists.every((_, index) => formOf(index).isRead);
  const ended = await replied(name, { status: how.httpStatus, text: written(statement.value, contents, how) });
  const states = Object.keys(statement.value).some((field) => field !== 'message');
  const isGood = how.httpStatus < 300 || states;
  if ('answer' in ended) {
    expectSameRows(name, ended.answer, keys);
    expect(ended.answer['status']).toBe('success');
    if (!unshown.has(name)) expect(lists.every((_, index) => formOf(index).isRead)).toBe(true);
  } else if (isRead && isGood) {
    throw new Error(`${name} was not read: ${ended.error.message}`, { cause: text({ statement, contents }) });
  }
  return told(ended);
}

/**
 * Makes the call with the reply of a plan, and checks what came of it. Anything thrown but an ApiError fails the
 * test.
 */
async function check(name: string, planned: Plan): Promise<unknown> {
  if (planned.kind === 'success')
    return checkSuccess(name, planned.statement, planned.forms, planned.keys, planned.how);
  const status = planned.how.httpStatus;
  if (planned.kind === 'failure') {
    const ended = await replied(name, {
      status,
      text: written(planned.statement, planned.hasContents ? contentsOf(name) : {}, planned.how),
    });
    if ('answer' in ended) throw new Error(`${name} took ${text(planned.statement)} for success`);
    return told(ended);
  }
  const whole =
    planned.kind === 'junk'
      ? planned.junk
      : written({ status: 'success', message: 'Done' }, contentsOf(name), planned.how);
  const at = planned.kind === 'damage' ? Math.floor(planned.at * whole.length) : 0;
  const damaged =
    planned.kind === 'damage' ? whole.slice(0, at) + planned.junk + (planned.cuts ? '' : whole.slice(at + 1)) : whole;
  return told(await replied(name, { status, text: damaged }));
}

describe(`D1a D1b W5 a back end that replies as untidily as can be, seed ${String(seed)}`, () => {
  it.each(legacyCalls)('%s: an ApiError or the very rows, and no success where a failure is named', async (name) => {
    await fc.assert(
      fc.asyncProperty(plan, async (planned) => void (await check(name, planned))),
      { seed, numRuns: RUNS },
    );
  });

  it('the same seed gives the same again', async () => {
    const run = () =>
      Promise.all(
        legacyCalls.flatMap((name) => fc.sample(plan, { seed, numRuns: 3 }).map((planned) => check(name, planned))),
      );
    expect(await run()).toEqual(await run());
  });
});
