import { act, render, screen } from '@testing-library/react';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { useConsole } from '../console/index.ts';
import { calls } from '../contract/index.ts';
import { sessionAtom } from '../session/host.ts';
import { expectConsole, renderConsole, renderScreen } from './index.ts';

describe('renderScreen', () => {
  it('an ended session leads to login', async () => {
    const { api, address, client } = await renderScreen(() => 'a screen', { address: '/probe' });
    api.revokeSession();
    await act(() => client.call(calls.homeData, {}).catch(() => null));
    expect(address()).toBe('/login');
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
