import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { useSyncExternalStore, type ReactNode } from 'react';
import type { Sent } from '@device-console/shared-lib/console';
import { createSubject, sentAtom } from '@device-console/shared-lib/console/host';
import { failOnConsole } from '@device-console/shared-lib/testing';
import { PageBoundary } from './page-boundary.tsx';

failOnConsole();

const sent: Sent = {
  id: 'an id',
  key: 'device 356938035643809',
  digest: '',
  at: 0,
  since: 0,
  asked: 0,
  about: { command: 'lock', target: '356938035643809', source: 'form', remote: 'mf-x' },
  phase: 'ended',
  outcome: 'unknown',
  error: null,
  status: '',
  device: null,
  isNews: false,
};

/** The whole page, of which one text can be taken away. `reported`: what the browser is told as uncaught. */
function setUp(Page: () => ReactNode) {
  const store = createStore();
  store.set(sentAtom, [sent]);
  const reported = jest.fn();
  const { reportError } = globalThis;
  Object.assign(globalThis, { reportError: reported });
  const page = (
    <Provider store={store}>
      <PageBoundary>
        <Page />
      </PageBoundary>
    </Provider>
  );
  render(page, { onCaughtError: () => undefined });
  Object.assign(globalThis, { reportError });
  return { user: userEvent.setup(), reported };
}

const shows = createSubject(true);

function Changing(): ReactNode {
  const isShown = useSyncExternalStore(shows.subscribe, shows.getSnapshot);
  return (
    <h1>
      {isShown && 'The'} <b>page</b>
    </h1>
  );
}

describe('PageBoundary', () => {
  it('W5 an error of the console itself is reported, and leaves a page that says what was last sent', async () => {
    const state = { isBroken: true };
    const { user, reported } = setUp(() => {
      if (state.isBroken) throw new TypeError('rows is undefined');
      return <h1>Whole</h1>;
    });
    expect(screen.getByRole('alert')).toHaveTextContent('The page cannot be shown');
    expect(screen.getByRole('alert')).toHaveTextContent(
      /Lock Device, IMEI 356938035643809, .*: the outcome is not known/,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('rows is undefined');
    expect(reported).toHaveBeenCalledWith(new TypeError('rows is undefined'));
    state.isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(screen.getByRole('heading')).toHaveTextContent('Whole');
  });

  it('W5 a page that somebody else has changed says so, and goes on after Retry', async () => {
    const { user } = setUp(Changing);
    screen.getByRole('heading').firstChild?.remove();
    const { reportError } = globalThis;
    Object.assign(globalThis, { reportError: jest.fn() });
    act(() => shows.set(false));
    Object.assign(globalThis, { reportError });
    expect(screen.getByRole('alert')).toHaveTextContent('A page translator or another extension of the browser');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(screen.getByRole('heading')).toHaveTextContent('page');
  });
});
