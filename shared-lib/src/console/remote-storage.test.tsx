import { act, renderHook, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { endSessionAtom } from '../session/host.ts';
import { renderScreen, type RenderScreenOptions } from '../testing/index.ts';
import { useRemoteStorage, type KeepOutcome, type RemoteStored } from './index.ts';
import { REMOTE_STORAGE_LIMIT } from './host.ts';

const count = v.object({ count: v.number() });

/** Renders a screen that keeps a count; `stored` is what its hook gave last. */
async function counting(options: RenderScreenOptions = {}, key = 'clicks') {
  const seen: { stored?: RemoteStored<{ count: number }> } = {};
  function Counter({ name }: { readonly name: string }): ReactNode {
    const stored = useRemoteStorage(key, count);
    const { value, keep, forget } = stored;
    return (
      <section aria-label={name}>
        <output>{value ? value.count : 'nothing'}</output>
        <button
          onClick={() => {
            seen.stored = stored;
            keep({ count: (value?.count ?? 0) + 1 });
          }}
        >
          Count
        </button>
        <button onClick={forget}>Forget</button>
      </section>
    );
  }
  const page = await renderScreen(
    () => (
      <>
        <Counter name="one" />
        <Counter name="two" />
      </>
    ),
    options,
  );
  const [count1, forget] = [
    screen.getAllByRole('button', { name: 'Count' })[0],
    screen.getAllByRole('button', { name: 'Forget' })[0],
  ];
  if (!count1 || !forget) throw new Error('There are no buttons.');
  const shown = () => screen.getAllByRole('status').map((output) => output.textContent);
  const stored = () => {
    if (!seen.stored) throw new Error('Count first.');
    return seen.stored;
  };
  return { ...page, shown, stored, count: () => page.user.click(count1), forget: () => page.user.click(forget) };
}

const kept = () =>
  Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('console:remote:')));

describe('useRemoteStorage', () => {
  it('keeps a value for its remote and operator, and shows it wherever it is used', async () => {
    const { count: click, shown } = await counting();
    expect(shown()).toEqual(['nothing', 'nothing']);
    await click();
    await click();
    expect(shown()).toEqual(['2', '2']);
    expect(kept()).toEqual({ 'console:remote:operator%40example.com:mf-test:clicks': '{"count":2}' });
  });

  it('is found again by the same remote and operator, and by nobody else', async () => {
    const stored = { 'console:remote:operator%40example.com:mf-one:clicks': '{"count":7}' };
    expect((await counting({ stored, remoteId: 'mf-one' })).shown()).toEqual(['7', '7']);
    document.body.replaceChildren();
    expect((await counting({ stored, remoteId: 'mf-two' })).shown()).toEqual(['nothing', 'nothing']);
    document.body.replaceChildren();
    expect((await counting({ stored, remoteId: 'mf-one', session: { email: 'other@example.com' } })).shown()).toEqual([
      'nothing',
      'nothing',
    ]);
  });

  it.each(['{"count":"7"}', '{"count"', 'null'])('what its schema does not accept is no value: %s', async (text) => {
    const { shown, count: click } = await counting({
      stored: { 'console:remote:operator%40example.com:mf-test:clicks': text },
    });
    expect(shown()).toEqual(['nothing', 'nothing']);
    await click();
    expect(shown()).toEqual(['1', '1']);
  });

  it('forgets', async () => {
    const { count: click, forget, shown } = await counting();
    await click();
    await forget();
    expect([shown(), kept()]).toEqual([['nothing', 'nothing'], {}]);
  });

  it('follows another tab', async () => {
    const { shown } = await counting();
    localStorage.setItem('console:remote:operator%40example.com:mf-test:clicks', '{"count":5}');
    act(() => void window.dispatchEvent(new StorageEvent('storage')));
    expect(shown()).toEqual(['5', '5']);
  });

  it('ends with the session; what comes later is not kept', async () => {
    const { count: click, store, stored } = await counting();
    await click();
    await act(async () => store.set(endSessionAtom, 'signed-out'));
    expect(stored().keep({ count: 1 })).toEqual({
      status: 'not-kept',
      reason: 'session-over',
      message: 'Not saved: the session has ended.',
    });
    expect(kept()).toEqual({});
  });
});

describe('useRemoteStorage and what does not fit', () => {
  /** Renders a screen that keeps texts, and gives its way to do so. */
  async function keeping(key: string, options: RenderScreenOptions = {}): Promise<(value: string) => KeepOutcome> {
    const calls: ((value: string) => KeepOutcome)[] = [];
    function Keeper(): ReactNode {
      const { keep } = useRemoteStorage(key, text);
      return <button onClick={() => calls.push(keep)}>Take</button>;
    }
    const { user } = await renderScreen(Keeper, options);
    await user.click(screen.getByRole('button'));
    return (value) => {
      const outcomes: KeepOutcome[] = [];
      act(() => calls.slice(-1).forEach((keep) => outcomes.push(keep(value))));
      return outcomes[0] ?? { status: 'not-kept', reason: 'session-over', message: 'never asked' };
    };
  }
  const text = v.pipe(
    v.string(),
    v.check((value) => value !== 'nonsense'),
  );

  it('what is too large is told, for all keys of the remote together, and what was kept stays', async () => {
    const other = 'console:remote:operator%40example.com:mf-test:other';
    const keep = await keeping('long', {
      stored: { [other]: 'x'.repeat(60_000), 'console:remote:operator%40example.com:mf-b:y': 'y'.repeat(60_000) },
    });
    expect(keep('short')).toEqual({ status: 'kept' });
    const refused = keep('x'.repeat(40_000));
    expect(refused).toMatchObject({ status: 'not-kept', reason: 'too-large' });
    expect(refused).toHaveProperty('message', expect.stringContaining(`more than ${REMOTE_STORAGE_LIMIT}.`));
    expect(kept()['console:remote:operator%40example.com:mf-test:long']).toBe('"short"');
  });

  it('a browser that refuses is told', async () => {
    const keep = await keeping('a');
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    try {
      expect(keep('x')).toMatchObject({
        status: 'not-kept',
        reason: 'browser-full',
        message: expect.stringContaining('full or switched off'),
      });
    } finally {
      full.mockRestore();
    }
  });

  it('a value that is not what its schema says is a mistake of the caller', async () => {
    const keep = await keeping('a');
    expect(() => keep('nonsense')).toThrow('does not fit its schema');
  });

  it('outside of a screen it names the mistake', () => {
    const wrapper = ({ children }: { children: ReactNode }) => <Provider store={createStore()}>{children}</Provider>;
    expect(() => renderHook(() => useRemoteStorage('a', count), { wrapper })).toThrow("belongs into a remote's screen");
  });
});
