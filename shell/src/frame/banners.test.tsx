import { render, screen, waitFor } from '@testing-library/react';
import { nameOwnership } from '@device-console/shared-lib/trust';
import { renderRoutes } from '../testing/render-routes.tsx';
import { declaredScreen, registryDocument, registryEntry, wholeConsole } from '../testing/test-registry.ts';
import { Banners } from './banners.tsx';

const use = (more: object = {}) => ({
  status: 'success',
  message: '',
  pausedAt: '',
  inDay: 0,
  dayBudget: 1000,
  allInDay: null,
  allDayBudget: null,
  waiting: null,
  items: [],
  ...more,
});

/** A page that is idle at once, so that it asks the server right away. */
async function open(answer: object, userlevel = 'USER') {
  return renderRoutes({ session: { userlevel }, handlers: { commandUse: () => answer } });
}

describe('what the frame says of sending', () => {
  beforeAll(() => {
    Object.assign(globalThis, {
      requestIdleCallback: (callback: () => void) => setTimeout(callback),
      cancelIdleCallback: clearTimeout,
    });
  });
  afterAll(() => {
    Reflect.deleteProperty(globalThis, 'requestIdleCallback');
    Reflect.deleteProperty(globalThis, 'cancelIdleCallback');
  });

  it.each([
    [
      'C11 that sending is paused, and what ends it',
      { pausedAt: '2026-11-23T03:00:00.000Z' },
      /A superadmin can lift the pause/,
    ],
    ['C10 that the day is nearly used', { inDay: 800 }, /has sent 800 of the 1,000 commands/],
  ])('%s', async (_what, answer, text) => {
    await open(use(answer));
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('C11 tells superadmins whose sending is paused, with the way to Operations', async () => {
    const items = [{ account: 'ram@example.com', pausedAt: '2026-11-23T03:00:00.000Z', why: 'x', inDay: 1 }];
    await open(use({ items }), 'SUPERADMIN');
    expect(await screen.findByText('ram@example.com: far more commands than usual.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Look into it' })).toHaveAttribute('href', '/superadmin/operations');
  });

  it('C15 counts in the top bar what waits for a decision, and leads there', async () => {
    await open(use({ waiting: 3 }));
    expect(await screen.findByRole('link', { name: '3 to approve' })).toHaveAttribute('href', '/approvals');
  });

  it('C15 has the entry of Approvals only where the server says it is of use, and its address always', async () => {
    const approvals = declaredScreen('approvals', {
      title: 'Approvals',
      more: { order: 95 },
      listedWhile: 'approvals',
    });
    const openWith = (answer: object, address = '/') =>
      renderRoutes({
        address,
        registry: Promise.resolve(registryDocument([...wholeConsole, registryEntry('mf-approvals', [approvals])])),
        handlers: { commandUse: () => answer },
      });
    const entry = () => screen.queryByRole('link', { name: 'Approvals' });
    const { api, unmount } = await openWith(use({ approvals: '' }), '/approvals');
    await screen.findByRole('heading', { name: 'Screen approvals' });
    await waitFor(() => expect(api.requestsOf('commandUse')).toHaveLength(1));
    expect(entry()).not.toBeInTheDocument();
    unmount();
    await openWith(use({ approvals: 'yes' }));
    await waitFor(() => expect(entry()).toHaveAttribute('href', '/approvals'));
  });

  it('C15 says nothing where nothing waits and nothing is paused', async () => {
    const { api } = await open(use({ waiting: 0, inDay: 799 }));
    await waitFor(() => expect(api.requestsOf('commandUse')).toHaveLength(1));
    expect(screen.queryByRole('link', { name: /to approve/ })).not.toBeInTheDocument();
    expect(screen.queryByText(/of the 1,000 commands/)).not.toBeInTheDocument();
  });
});

it('D22 says that the screens are those accepted before while no registry can be read', () => {
  const registry = { entries: [], problems: [], refused: [], notices: [], withdrawn: [] };
  const ready = { status: 'ready', registry: { ...registry, ownership: nameOwnership([], []) } } as const;
  const { rerender } = render(<Banners registry={{ ...ready, unread: 'It answered 503.' }} notices={[]} />);
  expect(screen.getByText('The list of screens could not be loaded')).toBeInTheDocument();
  expect(screen.getByText(/this browser accepted before\..*Reason: It answered 503\./)).toBeInTheDocument();
  rerender(<Banners registry={ready} notices={[]} />);
  expect(screen.queryByText('The list of screens could not be loaded')).not.toBeInTheDocument();
});
