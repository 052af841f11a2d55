import { act, renderHook } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { endSessionAtom } from '../session/host.ts';
import { renderScreen, type RenderScreenOptions } from '../testing/index.ts';
import { useRemoteStorage, type KeepOutcome, type RemoteStored } from './index.ts';
import { REMOTE_STORAGE_LIMIT } from './host.ts';

const OWN = 'console:remote:operator%40example.com:mf-test:';
const schema = v.pipe(
  v.object({ text: v.string() }),
  v.check(({ text }) => text !== 'nonsense'),
);

/** Renders a screen that uses the value `note` in two places. */
async function storing(options: RenderScreenOptions = {}) {
  const places: RemoteStored<{ text: string }>[] = [];
  function Place({ at }: { readonly at: number }): ReactNode {
    places[at] = useRemoteStorage('note', schema);
    return null;
  }
  const page = await renderScreen(
    () => (
      <>
        <Place at={0} />
        <Place at={1} />
      </>
    ),
    options,
  );
  const shown = () => places.map(({ value }) => value?.text ?? null);
  const keep = (text: string): KeepOutcome | undefined => {
    const outcomes: KeepOutcome[] = [];
    act(() => places.slice(0, 1).forEach((place) => outcomes.push(place.keep({ text }))));
    return outcomes[0];
  };
  return { ...page, shown, keep, forget: () => act(() => places[0]?.forget()) };
}

const kept = () =>
  Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('console:remote:')));

describe('useRemoteStorage', () => {
  it('keeps a value for its remote and operator, and shows it wherever it is used, until it is forgotten', async () => {
    const { shown, keep, forget } = await storing();
    expect(shown()).toEqual([null, null]);
    expect(keep('one')).toEqual({ status: 'kept' });
    expect(keep('two')).toEqual({ status: 'kept' });
    expect([shown(), kept()]).toEqual([['two', 'two'], { [`${OWN}note`]: '{"text":"two"}' }]);
    forget();
    expect([shown(), kept()]).toEqual([[null, null], {}]);
  });

  it.each<[RenderScreenOptions, string | null]>([
    [{ remoteId: 'mf-one' }, 'found'],
    [{ remoteId: 'mf-two' }, null],
    [{ remoteId: 'mf-one', session: { email: 'other@example.com' } }, null],
  ])('is found again by the same remote and operator, and by nobody else: %j', async (options, expected) => {
    const stored = { 'console:remote:operator%40example.com:mf-one:note': '{"text":"found"}' };
    expect((await storing({ stored, ...options })).shown()).toEqual([expected, expected]);
  });

  it.each(['{"text":7}', '{"text"', 'null'])('what its schema does not accept is no value: %s', async (text) => {
    const { shown, keep } = await storing({ stored: { [`${OWN}note`]: text } });
    expect(shown()).toEqual([null, null]);
    keep('one');
    expect(shown()).toEqual(['one', 'one']);
  });

  it('follows another tab', async () => {
    const { shown } = await storing();
    localStorage.setItem(`${OWN}note`, '{"text":"elsewhere"}');
    act(() => void window.dispatchEvent(new StorageEvent('storage')));
    expect(shown()).toEqual(['elsewhere', 'elsewhere']);
  });

  it('ends with the session; what comes later is not kept', async () => {
    const { keep, store } = await storing();
    keep('one');
    await act(async () => store.set(endSessionAtom, 'signed-out'));
    expect(keep('two')).toEqual({
      status: 'not-kept',
      reason: 'session-over',
      message: 'Not saved: the session has ended.',
    });
    expect(kept()).toEqual({});
  });

  it('what is too large is told, for all keys of the remote together, and what was kept stays', async () => {
    const { keep } = await storing({
      stored: {
        [`${OWN}other`]: 'x'.repeat(60_000),
        'console:remote:operator%40example.com:mf-b:y': 'y'.repeat(60_000),
      },
    });
    expect(keep('short')).toEqual({ status: 'kept' });
    const refused = keep('x'.repeat(40_000));
    expect(refused).toMatchObject({ status: 'not-kept', reason: 'too-large' });
    expect(refused).toHaveProperty('message', expect.stringContaining(`more than ${REMOTE_STORAGE_LIMIT}.`));
    expect(kept()[`${OWN}note`]).toBe('{"text":"short"}');
  });

  it('a browser that refuses is told', async () => {
    const { keep } = await storing();
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const outcome = keep('x');
    full.mockRestore();
    expect(outcome).toMatchObject({ status: 'not-kept', reason: 'browser-full' });
    expect(outcome).toHaveProperty('message', expect.stringContaining('full or switched off'));
  });

  it('a value that is not what its schema says is a mistake of the caller', async () => {
    const { keep } = await storing();
    expect(() => keep('nonsense')).toThrow('does not fit its schema');
  });

  it('outside of a screen it names the mistake', () => {
    const wrapper = ({ children }: { children: ReactNode }) => <Provider store={createStore()}>{children}</Provider>;
    expect(() => renderHook(() => useRemoteStorage('a', schema), { wrapper })).toThrow(
      "belongs into a remote's screen",
    );
  });
});
