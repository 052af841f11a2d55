import { act, screen, waitFor } from '@testing-library/react';
import { StrictMode, type ReactNode } from 'react';
import { calls } from '../../contract/index.ts';
import { Route, Routes } from '../../router/index.ts';
import { FakeFailure, held, renderConsole, type Held, type RenderConsoleOptions } from '../../testing/index.ts';
import {
  useAnswer,
  useAskedAnswer,
  useInvalidate,
  useRead,
  type Answered,
  type AskedAnswer,
  notifySent,
} from './index.ts';

const IMEI = '490154203237518';
const OTHER_IMEI = '356938035643809';

const device = (imei: string, command: string) => ({
  imei1: imei,
  imei2: '',
  claimstatus: 'ENROLLED',
  registrationstatus: 'REGISTERED',
  appversion: '',
  apptype: '',
  command,
  createdat: '',
});

type Devices = { readonly items: readonly { readonly command: string }[] };

const words = ({ status, last }: Answered<Devices>['state']): string =>
  `${status} ${last?.items.map(({ command }) => command).join() ?? 'nothing'}`;

/** What a component has been given, by its name. */
const given = new Map<string, Answered<Devices>>();

function Lookup({ imei = IMEI, name = 'one', round = 0 }: { imei?: string | null; name?: string; round?: number }) {
  const answered = useAnswer(calls.deviceDetails, imei === null ? null : { imei }, round);
  given.set(name, answered);
  return <output aria-label={name}>{words(answered.state)}</output>;
}

const one = (name = 'one'): Answered<Devices> => {
  const found = given.get(name);
  if (!found) throw new Error(`${name} is not rendered.`);
  return found;
};
const shown = (name = 'one'): string | null => screen.getByRole('status', { name }).textContent;

/** A server that answers each lookup when the test says so. */
async function open(children: ReactNode, options: RenderConsoleOptions = {}) {
  const lookups: (Held<string | Error> & { readonly imei: string })[] = [];
  const page = await renderConsole(children, {
    ...options,
    handlers: {
      deviceDetails: async ({ imei }) => {
        const answer = held<string | Error>();
        lookups.push({ ...answer, imei });
        const told = await answer.promise;
        if (told instanceof Error) return new FakeFailure({ message: told.message });
        return { status: 'success', message: '', items: [device(imei, told)] };
      },
    },
  });
  const asked = (count: number) => waitFor(() => expect(lookups).toHaveLength(count));
  const answer = async (index: number, told: string | Error): Promise<void> => {
    await waitFor(() => expect(lookups.length).toBeGreaterThan(index));
    await act(async () => lookups[index]?.give(told));
  };
  return { ...page, lookups, asked, answer };
}

beforeEach(() => given.clear());
afterEach(() => {
  jest.useRealTimers();
});

describe('useAnswer', () => {
  it('asks on arrival, and keeps the answer while it is asked again, and when that fails', async () => {
    const { asked, answer } = await open(<Lookup />);
    expect(shown()).toBe('loading nothing');
    expect(one().readAt).toBeNull();
    await answer(0, 'LOCK');
    await waitFor(() => expect(shown()).toBe('ready LOCK'));
    expect(one().readAt).toBeGreaterThan(Date.now() - 60_000);
    act(() => one().ask());
    expect(shown()).toBe('loading LOCK');
    await answer(1, new Error('Not now'));
    await waitFor(() => expect(shown()).toBe('failed LOCK'));
    expect(one().state).toMatchObject({ error: { message: expect.stringContaining('Not now') } });
    act(() => one().ask());
    expect(shown()).toBe('loading LOCK');
    await asked(3);
  });

  it('asks for the same at the same time once, and each component gets the answer', async () => {
    const { lookups, answer } = await open([<Lookup key="1" />, <Lookup key="2" name="two" />]);
    await answer(0, 'LOCK');
    await waitFor(() => expect([shown(), shown('two')]).toEqual(['ready LOCK', 'ready LOCK']));
    expect(lookups).toHaveLength(1);
  });

  it('where somebody comes back the answer is there at once, as one that is being read again', async () => {
    const routes = (
      <Routes>
        <Route path="/device" element={<Lookup />} />
        <Route path="*" element={null} />
      </Routes>
    );
    const { answer, goTo, asked } = await open(routes, { address: '/device' });
    await answer(0, 'LOCK');
    await waitFor(() => expect(shown()).toBe('ready LOCK'));
    await goTo('/elsewhere');
    await goTo('/device');
    expect(shown()).toBe('loading LOCK');
    await answer(1, 'UNLOCK');
    await waitFor(() => expect(shown()).toBe('ready UNLOCK'));
    await goTo('/elsewhere');
    await goTo('/device');
    await answer(2, new Error('Not now'));
    await waitFor(() => expect(shown()).toBe('failed UNLOCK'));
    await asked(3);
  });

  it('a body of the same content is no new question; another one keeps the answer until it has its own', async () => {
    function Chosen({ imei }: { readonly imei: string | null }): ReactNode {
      return <Lookup imei={imei} />;
    }
    const routes = (
      <Routes>
        <Route path="/a/*" element={<Chosen imei={IMEI} />} />
        <Route path="/b" element={<Chosen imei={OTHER_IMEI} />} />
        <Route path="/none" element={<Chosen imei={null} />} />
      </Routes>
    );
    const { answer, goTo, lookups, asked } = await open(routes, { address: '/a' });
    await answer(0, 'LOCK');
    await waitFor(() => expect(shown()).toBe('ready LOCK'));
    await goTo('/a/again');
    expect(lookups).toHaveLength(1);
    await goTo('/b');
    expect(shown()).toBe('loading LOCK');
    await answer(1, 'UNLOCK');
    await waitFor(() => expect(shown()).toBe('ready UNLOCK'));
    await goTo('/none');
    expect(shown()).toBe('idle nothing');
    act(() => one().ask());
    act(() => one().refetch());
    await asked(2);
  });

  it('asks again when the round changes, once', async () => {
    const routes = (
      <Routes>
        <Route path="/0" element={<Lookup round={0} />} />
        <Route path="/1" element={<Lookup round={1} />} />
      </Routes>
    );
    const { answer, goTo, asked } = await open(routes, { address: '/0' });
    await answer(0, 'LOCK');
    await waitFor(() => expect(shown()).toBe('ready LOCK'));
    await goTo('/1');
    expect(shown()).toBe('loading LOCK');
    await answer(1, 'UNLOCK');
    await waitFor(() => expect(shown()).toBe('ready UNLOCK'));
    await asked(2);
  });

  it('asking again gives up what is pending, so that the newest answer is shown', async () => {
    const { answer, asked } = await open(<Lookup />);
    await asked(1);
    act(() => one().ask());
    await answer(1, 'NEWER');
    await waitFor(() => expect(shown()).toBe('ready NEWER'));
    await answer(0, 'OLDER');
    expect(shown()).toBe('ready NEWER');
  });

  it('a refetch asks in the background, once more after an answer that is pending', async () => {
    const { answer, lookups, asked } = await open(<Lookup />);
    await asked(1);
    act(() => {
      one().refetch();
      one().refetch();
    });
    expect(lookups).toHaveLength(1);
    await answer(0, 'LOCK');
    await asked(2);
    expect(shown()).toBe('ready LOCK');
    await answer(1, 'UNLOCK');
    await waitFor(() => expect(shown()).toBe('ready UNLOCK'));
    expect(lookups).toHaveLength(2);
  });

  it('several refetches at once are one', async () => {
    const { answer, client, lookups } = await open([<Lookup key="1" />, <Lookup key="2" name="two" />]);
    await answer(0, 'LOCK');
    await waitFor(() => expect(shown()).toBe('ready LOCK'));
    act(() => {
      one().refetch();
      one('two').refetch();
    });
    await answer(1, 'UNLOCK');
    await waitFor(() => expect([shown(), shown('two')]).toEqual(['ready UNLOCK', 'ready UNLOCK']));
    // A further request would have come before this one.
    await act(() => client.call(calls.homeData, {}));
    expect(lookups).toHaveLength(2);
  });

  it('a refetch after a first failure keeps showing it', async () => {
    const { answer, asked } = await open(<Lookup />);
    await answer(0, new Error('Not now'));
    await waitFor(() => expect(shown()).toBe('failed nothing'));
    act(() => one().refetch());
    await asked(2);
    expect(shown()).toBe('failed nothing');
    await answer(1, 'LOCK');
    await waitFor(() => expect(shown()).toBe('ready LOCK'));
  });

  it('what asks is the same function at each render', async () => {
    const { answer } = await open(<Lookup />);
    const { ask, refetch } = one();
    await answer(0, 'LOCK');
    await waitFor(() => expect(shown()).toBe('ready LOCK'));
    expect([one().ask, one().refetch]).toEqual([ask, refetch]);
  });

  it('works in StrictMode, which mounts twice', async () => {
    const { answer, lookups, asked } = await open(
      <StrictMode>
        <Lookup />
      </StrictMode>,
    );
    await asked(1);
    await answer(lookups.length - 1, 'LOCK');
    await waitFor(() => expect(shown()).toBe('ready LOCK'));
    act(() => notifySent(IMEI));
    await asked(lookups.length + 1);
  });

  it('a page has answers of its own: what one has read is not on the next', async () => {
    const first = await open(<Lookup />);
    await first.answer(0, 'LOCK');
    await waitFor(() => expect(shown()).toBe('ready LOCK'));
    first.unmount();
    await open(<Lookup />);
    expect(shown()).toBe('loading nothing');
  });

  it('S8 nothing of it is kept when its page ends, and nothing waits to be forgotten', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    const { answer, unmount } = await open(<Lookup />);
    await answer(0, 'LOCK');
    await waitFor(() => expect(shown()).toBe('ready LOCK'));
    unmount();
    await act(async () => undefined);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('gives its request up with the last who shows it', async () => {
    const routes = (
      <Routes>
        <Route path="/two" element={[<Lookup key="1" />, <Lookup key="2" name="two" />]} />
        <Route path="*" element={null} />
      </Routes>
    );
    const { asked, goTo, answer } = await open(routes, { address: '/two' });
    await asked(1);
    await goTo('/elsewhere');
    await answer(0, 'LATE');
    await goTo('/two');
    expect(shown()).toBe('loading nothing');
    await asked(2);
  });
});

describe('a command that was sent in this browser', () => {
  it('C6 makes new what shows its device, and nothing else', async () => {
    const { answer, asked } = await open([<Lookup key="1" />, <Lookup key="2" name="two" imei={OTHER_IMEI} />]);
    await answer(0, 'OLD');
    await answer(1, 'OTHER');
    await waitFor(() => expect([shown(), shown('two')].toSorted()).toEqual(['ready OLD', 'ready OTHER']));
    act(() => notifySent(OTHER_IMEI));
    await asked(3);
    expect([shown(), shown('two')].every((text) => text?.startsWith('ready'))).toBe(true);
    act(() => notifySent('ALL'));
    await answer(2, 'NEW');
    await asked(5);
  });

  it('C6 an answer that is not shown is forgotten: who comes back does not see the device as it was', async () => {
    const routes = (
      <Routes>
        <Route path="/device" element={<Lookup key="1" />} />
        <Route path="*" element={<Lookup key="2" name="other" imei={OTHER_IMEI} />} />
      </Routes>
    );
    const { answer, goTo, asked } = await open(routes, { address: '/device' });
    await answer(0, 'LOCK');
    await waitFor(() => expect(shown()).toBe('ready LOCK'));
    await goTo('/elsewhere');
    await answer(1, 'OTHER');
    act(() => notifySent('ALL'));
    await asked(3);
    await goTo('/device');
    expect(shown()).toBe('loading nothing');
  });
});

describe('useInvalidate', () => {
  it('makes the answers of the named calls new, whatever they were asked with', async () => {
    function Changing(): ReactNode {
      const invalidate = useInvalidate();
      return (
        <>
          <Lookup />
          <button onClick={() => invalidate(calls.deviceDetails)}>Change the device</button>
          <button onClick={() => invalidate(calls.getUsers)}>Change a user</button>
        </>
      );
    }
    const { answer, asked, user } = await open(<Changing />);
    await answer(0, 'LOCK');
    await waitFor(() => expect(shown()).toBe('ready LOCK'));
    await user.click(screen.getByRole('button', { name: 'Change a user' }));
    await user.click(screen.getByRole('button', { name: 'Change the device' }));
    await answer(1, 'UNLOCK');
    await waitFor(() => expect(shown()).toBe('ready UNLOCK'));
    await asked(2);
  });
});

describe('useAskedAnswer', () => {
  const forms = new Map<string, AskedAnswer<{ imei: string }, Devices>>();

  function Form(): ReactNode {
    const asked = useAskedAnswer(calls.deviceDetails);
    forms.set('one', asked);
    return <output aria-label="one">{words(asked.state)}</output>;
  }

  const form = (): AskedAnswer<{ imei: string }, Devices> => {
    const found = forms.get('one');
    if (!found) throw new Error('The form is not rendered.');
    return found;
  };

  it('asks when it is told, and never shows the answer to something else', async () => {
    const { answer, asked } = await open(<Form />);
    expect(shown()).toBe('idle nothing');
    act(() => form().ask({ imei: IMEI }));
    expect(shown()).toBe('loading nothing');
    await answer(0, 'LOCK');
    await waitFor(() => expect(shown()).toBe('ready LOCK'));
    act(() => form().ask({ imei: OTHER_IMEI }));
    expect(shown()).toBe('loading nothing');
    await answer(1, 'OTHER');
    await waitFor(() => expect(shown()).toBe('ready OTHER'));
    act(() => form().ask({ imei: OTHER_IMEI }));
    expect(shown()).toBe('loading OTHER');
    await asked(3);
    await act(async () => form().stop());
    expect(shown()).toBe('ready OTHER');
    act(() => form().refetch({ imei: OTHER_IMEI }));
    await asked(4);
    expect(shown()).toBe('ready OTHER');
    act(() => form().reset());
    expect(shown()).toBe('idle nothing');
    act(() => form().refetch({ imei: IMEI }));
    expect(shown()).toBe('loading LOCK');
    await asked(5);
  });
});

describe('useRead', () => {
  it('reads each time, with what gives it up', async () => {
    const ending = new AbortController();
    const outcomes: unknown[] = [];
    function Reader(): ReactNode {
      const read = useRead();
      const keep = (outcome: unknown): void => void outcomes.push(outcome);
      return (
        <button
          onClick={() => void read(calls.deviceDetails, { imei: IMEI }, { signal: ending.signal }).then(keep, keep)}
        >
          Read
        </button>
      );
    }
    const { answer, user, asked } = await open(<Reader />);
    await user.click(screen.getByRole('button'));
    await answer(0, 'LOCK');
    await waitFor(() => expect(outcomes).toMatchObject([{ items: [{ command: 'LOCK' }] }]));
    await user.click(screen.getByRole('button'));
    await asked(2);
    await act(async () => ending.abort());
    await waitFor(() => expect(outcomes).toHaveLength(2));
    expect(outcomes[1]).toBeInstanceOf(Error);
  });
});

it('a hook that reads names its mistake where there is no page', async () => {
  const { renderHook } = await import('@testing-library/react');
  expect(() => renderHook(() => useRead())).toThrow('This hook reads from the server behind the login');
});
