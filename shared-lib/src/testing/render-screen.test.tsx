import { render, screen, waitFor } from '@testing-library/react';
import { useAtomValue } from 'jotai';
import { useState, type ReactNode } from 'react';
import { useAddresses, useConsole, useSession } from '../console/index.ts';
import { calls } from '../contract/index.ts';
import type { ScreenProps } from '../remote/index.ts';
import { Link, useParams } from '../router/index.ts';
import { sessionAtom } from '../session/host.ts';
import { expectConsole, renderConsole, renderScreen } from './index.ts';

function Probe({ screenId }: ScreenProps): ReactNode {
  const { email, permissions } = useSession();
  const { api, config } = useConsole();
  const { imei, to } = useAddresses();
  const { report = 'none' } = useParams();
  const [figure, setFigure] = useState('');
  const fetchFigure = async (): Promise<void> => {
    const answer = await api.call(calls.homeData, {}).catch(() => null);
    setFigure(String(answer?.total_device ?? 'failed'));
  };
  return (
    <>
      <h1>{[screenId, email, permissions.join('+'), imei, report, config.currency].join(' ')}</h1>
      <button onClick={() => void fetchFigure()}>Fetch</button>
      <output>{figure}</output>
      <Link to={to('elsewhere')}>Elsewhere</Link>
    </>
  );
}

describe('renderScreen', () => {
  it('gives a screen its id, session, services and address', async () => {
    await renderScreen(Probe, {
      screenId: 'probe',
      address: '/reports/register#imei=490154203237518',
      path: '/reports/:report',
      session: { userlevel: 'USER', permissions: ['Reports'] },
      config: { currency: 'EUR' },
    });
    expect(screen.getByRole('heading')).toHaveTextContent(
      'probe operator@example.com Reports 490154203237518 register EUR',
    );
  });

  it('talks to the fake server through the real client, and records only what the screen sends', async () => {
    const { api, user } = await renderScreen(Probe);
    expect(api.requests).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Fetch' }));
    expect(await screen.findByText('1200')).toBeInTheDocument();
    expect(api.requests.map(({ call }) => call)).toEqual(['homeData']);
  });

  it('navigates as the host does: the address changes and the screen goes away', async () => {
    const { address, user } = await renderScreen(Probe, {
      address: '/superadmin/probe',
      session: { userlevel: 'SUPERADMIN' },
    });
    await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
    expect(address()).toBe('/superadmin/elsewhere');
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  });

  it('an ended session leads to login', async () => {
    const { api, address, user } = await renderScreen(Probe, { address: '/probe' });
    api.revokeSession();
    await user.click(screen.getByRole('button', { name: 'Fetch' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(localStorage.getItem('userSession')).toBeNull();
  });

  it('renders without a session where there is none', async () => {
    function Guest(): ReactNode {
      return useAtomValue(sessionAtom) ? 'somebody' : 'nobody';
    }
    await renderConsole(<Guest />, { session: null });
    expect(screen.getByText('nobody')).toBeInTheDocument();
  });

  it('says what is missing where a test gives no batch manager', async () => {
    const asked: Promise<unknown>[] = [];
    function Batches(): ReactNode {
      const { loadBatches } = useConsole();
      return <button onClick={() => asked.push(loadBatches().catch((error: unknown) => String(error)))}>Load</button>;
    }
    const { user } = await renderConsole(<Batches />);
    await user.click(screen.getByRole('button', { name: 'Load' }));
    await expect(asked[0]).resolves.toContain('give loadBatches to renderScreen()');
  });
});

describe('failOnConsole', () => {
  it('takes a message that the test expects, and keeps it off the terminal', () => {
    const Nested = (): ReactNode => (
      <p>
        <p>nested</p>
      </p>
    );
    expectConsole(/cannot be a descendant of|cannot contain a nested/);
    render(<Nested />);
    expect(screen.getByText('nested')).toBeInTheDocument();
  });
});
