import { ApiError, type ApiOutcome } from '../api/index.ts';
import { RepeatableSender } from './repeatable-sender.ts';

function failure(outcome: ApiOutcome): ApiError {
  return new ApiError({ kind: 'network', outcome, message: 'Why.', callPath: 'a.php', transactionId: '' });
}

/** Sends in turn what a test says, and notes the ids that it went under. */
function setUp() {
  const sender = new RepeatableSender();
  const ids: string[] = [];
  const send = (what: { key: string; content?: unknown }, outcome: ApiOutcome | 'done' = 'done') =>
    sender.send(what, (transactionId) => {
      ids.push(transactionId);
      return outcome === 'done' ? Promise.resolve('answer') : Promise.reject(failure(outcome));
    });
  return { sender, ids, send };
}

it.each(['unknown', 'not-sent'] as const)(
  'D2 the same again after an outcome that is %s has the same id',
  async (outcome) => {
    const { ids, send } = setUp();
    expect(await send({ key: 'a' }, outcome)).toMatchObject({ kind: 'failed', error: { outcome } });
    expect(await send({ key: 'a' })).toEqual({ kind: 'done', answer: 'answer' });
    expect(ids[1]).toBe(ids[0]);
  },
);

it.each(['refused', 'done'] as const)('D2 the same again once it was %s has another id', async (outcome) => {
  const { ids, send } = setUp();
  await send({ key: 'a' }, outcome);
  await send({ key: 'a' });
  expect(ids[1]).not.toBe(ids[0]);
});

it('D2 every key has an id of its own', async () => {
  const { ids, send } = setUp();
  await send({ key: 'a' }, 'unknown');
  await send({ key: 'b' }, 'unknown');
  await send({ key: 'a' });
  await send({ key: 'b' });
  expect(ids).toEqual([ids[0], ids[1], ids[0], ids[1]]);
  expect(ids[1]).not.toBe(ids[0]);
});

it('D2 other content of a key is something new, and so is the first content after it', async () => {
  const { ids, send } = setUp();
  await send({ key: 'a', content: { status: 'INACTIVE' } }, 'unknown');
  await send({ key: 'a', content: { status: 'ACTIVE' } });
  await send({ key: 'a', content: { status: 'INACTIVE' } });
  expect(new Set(ids).size).toBe(3);
});

it('throws what is no failed call', async () => {
  const { sender } = setUp();
  await expect(sender.send({ key: 'a' }, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
});
