import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useConsole } from '../console/index.ts';
import { expectConsole, renderConsole } from './index.ts';

describe('renderConsole', () => {
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
