import { act, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import {
  renderConsole,
  fakeService,
  held,
  renderScreen,
  type Held,
  type RenderScreenOptions,
} from '../testing/index.ts';
import { usePolling, useQuery, useService } from './index.ts';
import { useImeiLookup } from '../records/index.ts';
import { Link } from '../router/index.ts';
import { NOT_AUTHORISED, type ServiceCall } from '../contract/index.ts';

describe('useQuery', () => {
  /** A server that answers when the test says so. */
  function setUp() {
    const questions: (Held<string> & { readonly signal: AbortSignal })[] = [];
    const run = (_: string, signal: AbortSignal): Promise<string> => {
      const answer = held<string>();
      questions.push({ ...answer, signal });
      return answer.promise;
    };
    const { result, unmount } = renderHook(() => useQuery(run));
    const question = (index: number) => {
      const found = questions[index];
      if (!found) throw new Error(`Question ${index} was not asked.`);
      return found;
    };
    return { result, unmount, question, questions };
  }

  it('the newest question wins, whichever answer comes last', async () => {
    const { result, question } = setUp();
    act(() => result.current.ask('a'));
    act(() => result.current.ask('b'));
    expect(question(0).signal.aborted).toBe(true);
    await act(async () => question(1).give('B'));
    await act(async () => question(0).refuse(new Error('aborted')));
    expect(result.current.state).toEqual({ status: 'ready', last: 'B' });
  });

  it('a look asks in the background, once more after an answer that is still out', async () => {
    const { result, question, questions } = setUp();
    act(() => result.current.ask('a'));
    act(() => result.current.look('a'));
    act(() => result.current.look('a'));
    expect(questions).toHaveLength(1);
    await act(async () => question(0).give('A'));
    expect(questions).toHaveLength(2);
    expect(result.current.state).toEqual({ status: 'ready', last: 'A' });
    await act(async () => question(1).give('A2'));
    expect(questions).toHaveLength(2);
    expect(result.current.state).toEqual({ status: 'ready', last: 'A2' });
  });

  it('a failure keeps the last answer and names its error; asking again keeps it too', async () => {
    const { result, question } = setUp();
    act(() => result.current.ask('a'));
    expect(result.current.state).toEqual({ status: 'loading', last: null });
    await act(async () => question(0).give('A'));
    act(() => result.current.ask('a'));
    expect(result.current.state).toEqual({ status: 'loading', last: 'A' });
    await act(async () => question(1).refuse(new Error('gone')));
    expect(result.current.state).toEqual({ status: 'failed', last: 'A', error: new Error('gone') });
    act(() => result.current.ask('a'));
    expect(result.current.state).toEqual({ status: 'loading', last: 'A' });
  });

  it('stop gives the question up and keeps the last answer', async () => {
    const { result, question } = setUp();
    act(() => result.current.ask('a'));
    act(() => result.current.stop());
    expect(question(0).signal.aborted).toBe(true);
    expect(result.current.state).toEqual({ status: 'idle', last: null });
    act(() => result.current.ask('b'));
    await act(async () => question(1).give('B'));
    act(() => result.current.ask('c'));
    act(() => result.current.stop());
    await act(async () => question(2).give('C'));
    expect(result.current.state).toEqual({ status: 'ready', last: 'B' });
  });

  it('reset forgets the answer, and the one that is still out', async () => {
    const { result, question } = setUp();
    act(() => result.current.ask('a'));
    act(() => result.current.reset());
    expect(question(0).signal.aborted).toBe(true);
    await act(async () => question(0).give('A'));
    expect(result.current.state).toEqual({ status: 'idle', last: null });
  });

  it('gives the question up when the screen goes away', () => {
    const { result, question, unmount } = setUp();
    act(() => result.current.ask('a'));
    unmount();
    expect(question(0).signal.aborted).toBe(true);
  });
});

describe('usePolling', () => {
  const EVERY_MS = 30_000;

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it.each([
    { what: 'asks at each interval while the page is seen', visibility: 'visible', isOn: true, asked: 2 },
    { what: 'asks nothing while the page is hidden', visibility: 'hidden', isOn: true, asked: 0 },
    { what: 'asks nothing while it is off', visibility: 'visible', isOn: false, asked: 0 },
  ] as const)('$what', ({ visibility, isOn, asked }) => {
    jest.useFakeTimers();
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
    const ask = jest.fn();
    renderHook(() => usePolling(ask, EVERY_MS, isOn));
    act(() => jest.advanceTimersByTime(2 * EVERY_MS));
    expect(ask).toHaveBeenCalledTimes(asked);
  });

  it('goes on when the page is seen again, and ends with its screen', () => {
    jest.useFakeTimers();
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const ask = jest.fn();
    const { unmount } = renderHook(() => usePolling(ask, EVERY_MS));
    act(() => jest.advanceTimersByTime(2 * EVERY_MS));
    visibility.mockReturnValue('visible');
    act(() => jest.advanceTimersByTime(EVERY_MS));
    expect(ask).toHaveBeenCalledTimes(1);
    unmount();
    jest.advanceTimersByTime(2 * EVERY_MS);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});

describe('useImeiLookup', () => {
  const FIRST = '490154203237518';
  const SECOND = '356938035643809';
  const asked: string[] = [];

  async function run(imei: string): Promise<string> {
    asked.push(imei);
    return `result of ${imei}`;
  }

  function Lookup(): ReactNode {
    const { imei, change, ask, state } = useImeiLookup(run);
    return (
      <>
        <input aria-label="IMEI" value={imei} onChange={({ target }) => change(target.value)} />
        <button onClick={() => ask(imei)}>Ask</button>
        <output>{state.last ?? 'nothing'}</output>
        <Link to={`/auditReport#imei=${SECOND}`}>Second</Link>
        <Link to="/auditReport">None</Link>
      </>
    );
  }

  beforeEach(() => {
    asked.length = 0;
  });

  it('A1 L1 the address keeps the IMEI that was asked for and what else it says; once more asks again', async () => {
    const { user, address } = await renderConsole(<Lookup />, { address: '/auditReport?days=7' });
    await user.type(screen.getByRole('textbox'), FIRST);
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(await screen.findByText(`result of ${FIRST}`)).toBeInTheDocument();
    expect(address()).toBe(`/auditReport?days=7#imei=${FIRST}`);
    expect(screen.getByRole('textbox')).toHaveValue(FIRST);
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(asked).toEqual([FIRST, FIRST]));
  });

  it('L4 takes up another IMEI when the address changes, and keeps what is there when it loses its own', async () => {
    const { user } = await renderConsole(<Lookup />, { address: `/auditReport#imei=${FIRST}` });
    await screen.findByText(`result of ${FIRST}`);
    await user.click(screen.getByRole('link', { name: 'Second' }));
    expect(await screen.findByText(`result of ${SECOND}`)).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'None' }));
    expect(screen.getByRole('textbox')).toHaveValue('');
    expect(asked).toEqual([FIRST, SECOND]);
  });

  it('L1 nor when it replaces the other in one stroke', async () => {
    const { user } = await renderConsole(<Lookup />, { address: `/auditReport#imei=${FIRST}` });
    await screen.findByText(`result of ${FIRST}`);
    const field = screen.getByRole<HTMLInputElement>('textbox');
    await user.tripleClick(field);
    await user.paste(SECOND);
    expect(field).toHaveValue(SECOND);
    expect(screen.queryByText(`result of ${FIRST}`)).not.toBeInTheDocument();
  });
});

describe('useService', () => {
  const claims = {
    path: 'claims/open',
    permission: 'Warranty',
    changes: true,
    body: v.object({ imei: v.pipe(v.string(), v.length(15, 'an IMEI has 15 digits')) }),
    answer: v.object({ count: v.number() }),
  } satisfies ServiceCall;
  const IMEI = '490154203237518';

  /** What a screen is given that makes the call: an answer, or an error. */
  async function ask(options: RenderScreenOptions, imei = IMEI) {
    const seen: unknown[] = [];
    function Screen(): ReactNode {
      const service = useService();
      const keep = (outcome: unknown): void => void seen.push(outcome);
      return <button onClick={() => void service.call(claims, { imei }).then(keep, keep)}>Ask</button>;
    }
    const session = { userlevel: 'USER', permissions: ['Warranty'] };
    const { user, api } = await renderScreen(Screen, { remoteId: 'mf-warranty', session, ...options });
    await user.click(screen.getByRole('button'));
    await waitFor(() => expect(seen).toHaveLength(1));
    return { seen: seen[0], sent: api.requestsOf('service') };
  }

  const answering = (answer: () => { readonly count: number }) => ({ services: [fakeService(claims, answer)] });

  it("makes a call of the screen's own remote by the API, sealed and in the operator's name", async () => {
    const { seen, sent } = await ask({
      services: [fakeService(claims, ({ imei }, { session }) => ({ count: imei.length + session.email.length }))],
    });
    expect(seen).toEqual({ count: 15 + 'operator@example.com'.length });
    expect(sent).toMatchObject([
      {
        method: 'POST',
        path: 'services/mf-warranty/claims/open',
        body: { imei: IMEI, user: 'operator@example.com' },
      },
    ]);
  });

  it('N5 is refused where the operator lacks what the call asks for', async () => {
    const session = { userlevel: 'USER', permissions: ['Reports'] };
    const { seen } = await ask({ ...answering(() => ({ count: 1 })), session });
    expect(seen).toMatchObject({ kind: 'forbidden', outcome: 'refused', message: NOT_AUTHORISED });
  });

  it('sends nothing that does not fit its schema', async () => {
    const { seen, sent } = await ask(
      answering(() => ({ count: 1 })),
      '4901',
    );
    expect(seen).toMatchObject({ kind: 'invalid-request', outcome: 'not-sent' });
    expect(seen).toHaveProperty('message', expect.stringContaining('an IMEI has 15 digits'));
    expect(sent).toEqual([]);
  });

  it('names the mistake where no remote is around', async () => {
    function Alone(): ReactNode {
      useService();
      return null;
    }
    await expect(renderConsole(<Alone />)).rejects.toThrow("useService() belongs into a remote's screen");
  });
});
