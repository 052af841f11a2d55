import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Link } from '../router/index.ts';
import { renderConsole } from '../testing/index.ts';
import { useImeiLookup } from './index.ts';

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
