import { startTransition, useEffect, useReducer, useState, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { EndlessWatch } from './endless-watch.tsx';

/** React schedules its work with the real timers. */
const realTimeout = setTimeout;

/** Sets its own state after each render, this many times; React does not stop that by itself. */
function Counting({ renders, isShown = true }: { readonly renders: number; readonly isShown?: boolean }): ReactNode {
  const [count, next] = useReducer((before: number) => before + 1, 0);
  useEffect(() => {
    if (count < renders) next();
  }, [count, renders]);
  return isShown && count;
}

/** Rows that take React several seconds, with tasks of others between them. */
function Slow(): ReactNode {
  const [rows, setRows] = useState(0);
  useEffect(() => startTransition(() => setRows(600)), []);
  return Array.from({ length: rows }, (_, row) => <SlowRow key={row} />);
}

function SlowRow(): ReactNode {
  work();
  return <p>row</p>;
}

/** Longer than React works in one piece. */
function work(): void {
  const end = performance.now() + 6;
  while (performance.now() < end);
}

const endless = <Counting renders={Infinity} />;

describe('EndlessWatch', () => {
  const wasActing: unknown = Reflect.get(globalThis, 'IS_REACT_ACT_ENVIRONMENT');
  let root: Root;

  // React uses its own scheduler here: `act` would wait for an end that never comes.
  beforeEach(() => {
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'performance', 'Date'] });
    // A millisecond passes with each look at the clock: React ends its pieces by it, and the tests need not wait.
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 1));
    // React's development build warns about it and continues.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    root = createRoot(document.body.appendChild(document.createElement('div')));
  });

  afterEach(() => {
    root.unmount();
    document.body.replaceChildren();
    jest.restoreAllMocks();
    jest.useRealTimers();
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', wasActing);
  });

  /** Lets React work and the watch look, this many times. */
  async function look(times: number): Promise<void> {
    for (let turn = 0; turn < times * 100; turn += 1) {
      await new Promise((resolve) => realTimeout(resolve));
      if (turn % 100 === 99) jest.advanceTimersByTime(500);
    }
  }

  async function told(screen: ReactNode, times: number): Promise<number> {
    const onEndless = jest.fn();
    root.render(
      <>
        {screen}
        <EndlessWatch onEndless={onEndless} />
      </>,
    );
    await look(times);
    return onEndless.mock.calls.length;
  }

  it('tells once of effects that set state after each render, two seconds after it has asked', async () => {
    expect(await told(endless, 4)).toBe(0);
    expect(await told(endless, 4)).toBe(1);
  });

  it('tells after ten seconds where they change nothing that is seen', async () => {
    expect(await told(<Counting renders={Infinity} isShown={false} />, 20)).toBe(0);
    expect(await told(<Counting renders={Infinity} isShown={false} />, 24)).toBe(1);
  });

  it('tells nothing of a screen that is rendered in pieces for longer than two seconds', async () => {
    expect(await told(<Slow />, 12)).toBe(0);
  });

  it.each([
    ['a screen that is at rest', <p key="rest">At rest</p>],
    ['a screen that renders many times and is done', <Counting key="busy" renders={40} />],
  ])('tells nothing of %s', async (_what, screen) => {
    expect(await told(screen, 20)).toBe(0);
  });

  it('tells nothing while the page is hidden, where timers and React go slowly', async () => {
    jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    expect(await told(endless, 20)).toBe(0);
  });
});
