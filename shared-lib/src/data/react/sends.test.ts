import 'fake-indexeddb/auto';
import { createStore } from 'jotai';
import { ApiError, type ApiOutcome } from '../../api/index.ts';
import { createEnvelopeCodec } from '../../crypto/index.ts';
import { held } from '../../testing/index.ts';
import { keptInBrowser, keptNowhere, type KeptSends } from './kept-sends.ts';
import { REPEATABLE_MS, Sends, type Sending } from './sends.ts';
import { isOpen, unsentScansAtom } from './sent.ts';

const about = { command: 'lock', target: '356938035643809', source: 'form', remote: 'mf-commands' } as const;
const lock = { key: 'device 356938035643809', content: 'lock', about } satisfies Sending<unknown>;

function failure(outcome: ApiOutcome, reason?: ApiError['reason']): ApiError {
  return new ApiError({ kind: 'network', outcome, message: 'Why.', callPath: 'a.php', transactionId: '', reason });
}

/** A page: sends in turn what a test says, and notes the ids that it went under. */
function openPage(kept: KeptSends = keptNowhere) {
  const changed: string[] = [];
  const store = createStore();
  const sends = new Sends({ store, kept, onChange: (target) => changed.push(target) });
  const ids: string[] = [];
  const send = (what: Sending<string>, outcome: ApiOutcome | 'done' = 'done') =>
    sends.send(what, (transactionId) => {
      ids.push(transactionId);
      return outcome === 'done' ? Promise.resolve('answer') : Promise.reject(failure(outcome));
    });
  /** A call whose answer is held back. */
  const begin = (what: Sending<string>) => {
    const gate = held<string>();
    const result = sends.send(what, (id) => {
      ids.push(id);
      return gate.promise;
    });
    return { gate, result };
  };
  return { sends, store, ids, changed, send, begin, outcomes: () => sends.getSnapshot().map(({ outcome }) => outcome) };
}

afterEach(() => jest.restoreAllMocks());

describe('sends of a page', () => {
  it.each(['unknown', 'not-sent'] as const)(
    'D2 the same again after an outcome that is %s has the same id',
    async (outcome) => {
      const { ids, send, outcomes } = openPage();
      expect(await send(lock, outcome)).toMatchObject({ kind: 'failed', error: { outcome } });
      expect(await send(lock)).toEqual({ kind: 'done', answer: 'answer' });
      expect(ids[1]).toBe(ids[0]);
      expect(outcomes()).toEqual(['taken']);
    },
  );

  it.each(['refused', 'done'] as const)('D2 the same again once it was %s has another id', async (outcome) => {
    const { ids, send } = openPage();
    await send(lock, outcome);
    await send(lock);
    expect(ids[1]).not.toBe(ids[0]);
  });

  it('D2 every key has an id of its own', async () => {
    const { ids, send } = openPage();
    await send({ key: 'a' }, 'unknown');
    await send({ key: 'b' }, 'unknown');
    await send({ key: 'a' });
    await send({ key: 'b' });
    expect(ids).toEqual([ids[0], ids[1], ids[0], ids[1]]);
    expect(ids[1]).not.toBe(ids[0]);
  });

  it('D2 other content of a key is something new, and so is the first content after it', async () => {
    const { ids, send } = openPage();
    await send({ key: 'a', content: { status: 'INACTIVE' } }, 'unknown');
    await send({ key: 'a', content: { status: 'ACTIVE' } });
    await send({ key: 'a', content: { status: 'INACTIVE' } });
    expect(new Set(ids).size).toBe(3);
  });

  it.each([
    ['unknown', REPEATABLE_MS - 1, true],
    ['unknown', REPEATABLE_MS, false],
    ['not-sent', REPEATABLE_MS, true],
  ] as const)('D2 an outcome that was %s %i ms ago is asked for by the same id: %j', async (outcome, ago, isSame) => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000);
    const { ids, send, sends } = openPage();
    await send(lock, outcome);
    now.mockReturnValue(1_000 + ago);
    expect(sends.repeatable(lock) !== null).toBe(isSame);
    await send(lock);
    expect(ids[1] === ids[0]).toBe(isSame);
  });

  it('D2 a repetition does not prolong the time of its first attempt', async () => {
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000);
    const { ids, send } = openPage();
    await send(lock, 'unknown');
    now.mockReturnValue(1_000 + REPEATABLE_MS - 1);
    await send(lock, 'unknown');
    now.mockReturnValue(1_000 + REPEATABLE_MS);
    await send(lock);
    expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false]);
  });

  it('D2b says what the same content would repeat, and nothing of other content', async () => {
    const { send, sends } = openPage();
    expect(sends.repeatable(lock)).toBeNull();
    await send(lock, 'unknown');
    expect(sends.repeatable(lock)).toMatchObject({ outcome: 'unknown', about });
    expect(sends.repeatable({ ...lock, content: 'unlock' })).toBeNull();
    await send(lock);
    expect(sends.repeatable(lock)).toBeNull();
  });

  it('D2 what is under way is not sent again; the second press gets its result', async () => {
    const { ids, begin, send } = openPage();
    const { gate, result } = begin(lock);
    const second = send(lock);
    gate.give('first');
    expect(await result).toEqual({ kind: 'done', answer: 'first' });
    expect(await second).toEqual({ kind: 'done', answer: 'first' });
    expect(ids).toHaveLength(1);
  });

  it('D12 sendings of a queue go one after the other, also after one failed; others do not wait', async () => {
    const { ids, begin, send, sends } = openPage();
    const first = begin({ key: 'a', queue: 'form' });
    const second = send({ key: 'b', queue: 'form' }, 'unknown');
    const third = send({ key: 'c', queue: 'form' });
    await send({ key: 'd' });
    expect(sends.getSnapshot().map(({ key, phase }) => [key, phase])).toEqual([
      ['d', 'ended'],
      ['c', 'waiting'],
      ['b', 'waiting'],
      ['a', 'sending'],
    ]);
    expect(ids).toHaveLength(2);
    first.gate.give('');
    expect([(await second).kind, (await third).kind]).toEqual(['failed', 'done']);
    expect(ids).toHaveLength(4);
  });

  it.each([
    ['taken', undefined, true],
    ['unknown', failure('unknown'), true],
    ['waits', failure('refused', 'approval'), false],
    ['refused', failure('refused', 'paused'), false],
    ['not-sent', failure('not-sent'), false],
  ] as const)(
    'D12 keeps the outcome %s, and says whether the device may have changed',
    async (outcome, error, isChange) => {
      const { sends, outcomes, changed } = openPage();
      await sends.send(lock, () => (error ? Promise.reject(error) : Promise.resolve('')));
      expect([outcomes(), changed]).toEqual([[outcome], isChange ? [about.target] : []]);
      expect(sends.getSnapshot()[0]?.error ?? undefined).toBe(error);
    },
  );

  it('D1b an answer may say that it does not state the outcome', async () => {
    const { sends, outcomes } = openPage();
    await sends.send({ ...lock, outcomeOf: () => 'unstated' }, () => Promise.resolve(''));
    expect(outcomes()).toEqual(['unstated']);
  });

  it('rejects for a bug, whose outcome is unknown', async () => {
    const { sends, outcomes } = openPage();
    await expect(sends.send(lock, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
    expect(outcomes()).toEqual(['unknown']);
  });

  it('D2e how it ended is news unless a screen of the command is shown, and no more once one was', async () => {
    const { sends, send } = openPage();
    const news = () => sends.getSnapshot().map(({ isNews }) => isNews);
    const hide = sends.show('lock');
    await send(lock);
    expect(news()).toEqual([false]);
    hide();
    await send(lock);
    expect(news()).toEqual([true, false]);
    sends.show('unlock')();
    expect(news()).toEqual([true, false]);
    sends.show('lock')();
    expect(news()).toEqual([false, false]);
  });

  it('D2e what the operator no longer wants to see is sent as something new', async () => {
    const { sends, ids, send } = openPage();
    await send(lock, 'unknown');
    await sends.dismiss(ids[0] ?? '');
    expect(sends.getSnapshot().filter(isOpen)).toEqual([]);
    await send(lock);
    expect(ids[1]).not.toBe(ids[0]);
    expect(sends.getSnapshot().map(({ outcome }) => outcome)).toEqual(['taken', 'unknown']);
  });

  it('D2e what the audit has was carried out: the same content is then something new', async () => {
    const { sends, ids, send } = openPage();
    await send(lock, 'unknown');
    await sends.learn(ids[0] ?? '', 'Acknowledged');
    expect(sends.getSnapshot()).toMatchObject([{ outcome: 'taken', status: 'Acknowledged', error: null }]);
    await send(lock);
    expect(ids[1]).not.toBe(ids[0]);
  });

  it('D2e what the audit has of a command that is known to be done is no news', async () => {
    const { sends, ids, send } = openPage();
    sends.show('lock');
    await send(lock);
    await sends.learn(ids[0] ?? '', 'Sent');
    expect(sends.getSnapshot()).toMatchObject([{ outcome: 'taken', status: 'Sent', isNews: false }]);
    sends.describe(ids[0] ?? '', { model: 'Acme One', before: 'unlocked' });
    expect(sends.getSnapshot()).toMatchObject([{ device: { model: 'Acme One', before: 'unlocked' } }]);
  });

  it('C1 S8 a scan that is not sent is remembered, newest first, as long as what was sent', async () => {
    const { sends, store } = openPage();
    const texts = () => store.get(unsentScansAtom).map(({ text }) => text);
    sends.noteUnsent({ command: 'lock', text: '3569380356438', why: 'not-an-imei' });
    sends.noteUnsent({ command: 'lock', text: '35693803564380', why: 'not-an-imei' });
    expect(texts()).toEqual(['35693803564380', '3569380356438']);
    await sends.forget();
    expect(texts()).toEqual([]);
  });

  it('D2e ends with its session: nothing of it is shown, and what waited is not sent for another', async () => {
    const { sends, ids, begin, send } = openPage();
    const first = begin({ ...lock, queue: 'form' });
    const second = send({ key: 'b', queue: 'form' });
    await send({ key: 'c' });
    await sends.forget();
    first.gate.give('');
    expect(await first.result).toMatchObject({ kind: 'done' });
    expect(await second).toMatchObject({ kind: 'failed', error: { outcome: 'not-sent' } });
    expect([sends.getSnapshot(), ids.length]).toEqual([[], 2]);
  });

  it('keeps a thousand that have ended, and every open one', async () => {
    const { sends, send } = openPage();
    await send({ key: 'open' }, 'unknown');
    for (let count = 0; count < 1_001; count += 1) await send({ key: String(count) });
    const keys = sends.getSnapshot().map(({ key }) => key);
    expect([keys.length, keys.at(-1), keys.at(-2)]).toEqual([1_001, 'open', '1']);
  });
});

describe('sends that survive a reload', () => {
  const codec = createEnvelopeCodec({ codec: 'v1', sharedKey: 'a shared key of the tests, long enough' });
  let databases = 0;
  const newBrowser = () => {
    databases += 1;
    const name = `sends-${databases}`;
    return (session = 'operator@example.com 2026') => keptInBrowser({ codec, name, session: () => session });
  };
  const stored = async (name = `sends-${databases}`): Promise<readonly unknown[]> => {
    const request = indexedDB.open(name);
    await new Promise((resolve) => request.addEventListener('success', resolve));
    const all = request.result.transaction('sendings').objectStore('sendings').getAll();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    request.result.close();
    return all.result as readonly unknown[];
  };
  /** Resolves once the page knows what was kept. */
  const restored = async (kept: KeptSends) => {
    const page = openPage(kept);
    await page.send({ key: 'another' });
    return page;
  };

  it.each([
    ['was not known', async (page: ReturnType<typeof openPage>) => void (await page.send(lock, 'unknown'))],
    ['has not come yet', async (page: ReturnType<typeof openPage>) => void page.begin(lock)],
  ])('D2 D2e an outcome that %s is asked for under the same id', async (_, leave) => {
    const browser = newBrowser();
    const before = openPage(browser());
    await leave(before);
    for (; before.ids.length === 0;) await Promise.resolve(await stored());
    const after = await restored(browser());
    expect(after.sends.getSnapshot().at(-1)).toMatchObject({ outcome: 'unknown', phase: 'ended', isNews: true, about });
    await after.send(lock);
    expect(after.ids[1]).toBe(before.ids[0]);
    expect(await stored()).toEqual([]);
  });

  it.each(['done', 'refused', 'not-sent'] as const)('D2e nothing is kept of what was %s', async (outcome) => {
    const browser = newBrowser();
    await openPage(browser()).send(lock, outcome);
    expect(await stored()).toEqual([]);
    expect((await restored(browser())).sends.getSnapshot()).toHaveLength(1);
  });

  it('D2e another page that has learnt the outcome makes the next one new', async () => {
    const browser = newBrowser();
    const one = openPage(browser());
    await one.send(lock, 'unknown');
    const other = await restored(browser());
    await one.send(lock);
    await other.send(lock);
    expect(one.ids[1]).toBe(one.ids[0]);
    expect(other.ids[1]).not.toBe(one.ids[0]);
  });

  it('S8 D2e another session finds nothing, and nothing stays; readable at rest is the id alone', async () => {
    const browser = newBrowser();
    const before = openPage(browser());
    await before.send(lock, 'unknown');
    const kept = await stored();
    expect(kept).toEqual([{ transactionId: before.ids[0], payload: expect.any(String) }]);
    expect(JSON.stringify(kept)).not.toContain(about.target);
    const other = await restored(browser('other@example.com 2026'));
    expect(other.sends.getSnapshot()).toHaveLength(1);
    expect(await stored()).toEqual([]);
  });

  it('D9a after a login in place the new session finds what may have reached the server', async () => {
    const browser = newBrowser();
    let session = 'operator@example.com 2026';
    const name = `sends-${databases}`;
    const page = openPage(keptInBrowser({ codec, name, session: () => session }));
    await page.send(lock, 'unknown');
    await page.send({ key: 'b' }, 'not-sent');
    session = 'operator@example.com 2027';
    await page.sends.keepAgain();
    const after = await restored(browser(session));
    expect(after.sends.getSnapshot().map(({ key }) => key)).toEqual(['another', lock.key]);
  });

  it('S8 the end of the session deletes what was kept', async () => {
    const browser = newBrowser();
    const page = openPage(browser());
    await page.send(lock, 'unknown');
    await page.sends.forget();
    expect(await stored()).toEqual([]);
  });

  it('D2e what another version has kept is deleted', async () => {
    const browser = newBrowser();
    const id = '6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10';
    await openPage(browser()).send({ key: 'a' });
    const request = indexedDB.open(`sends-${databases}`);
    await new Promise((resolve) => request.addEventListener('success', resolve));
    const context = { direction: 'request', method: 'POST', path: 'sends', transactionId: id } as const;
    const sealed = await (await codec).seal({ session: 'operator@example.com 2026' }, context);
    request.result.transaction('sendings', 'readwrite').objectStore('sendings').put(sealed);
    request.result.close();
    expect((await restored(browser())).sends.getSnapshot()).toHaveLength(1);
    expect(await stored()).toEqual([]);
  });

  it('D2e a database that never opens keeps no command from being sent under its id', async () => {
    jest.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest());
    const kept = keptInBrowser({ codec, name: 'never', session: () => '', limitMs: 1 });
    const { send, ids } = openPage(kept);
    await send(lock, 'unknown');
    expect(await send(lock)).toMatchObject({ kind: 'done' });
    expect(ids[1]).toBe(ids[0]);
  });

  it.each(['open', 'put'] as const)(
    'D2e a browser that refuses to store (%s) keeps no command from being sent',
    async (what) => {
      const refusal = () => {
        throw new DOMException('No room.', 'QuotaExceededError');
      };
      if (what === 'open') jest.spyOn(indexedDB, 'open').mockImplementation(refusal);
      else jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refusal);
      const { send, ids } = openPage(newBrowser()());
      await send(lock, 'unknown');
      expect(await send(lock)).toMatchObject({ kind: 'done' });
      expect(ids[1]).toBe(ids[0]);
    },
  );
});
