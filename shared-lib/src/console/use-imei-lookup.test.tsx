import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Link } from '../router/index.ts';
import { renderConsole } from '../testing/index.ts';
import { useImeiLookup } from './index.ts';

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

describe('useImeiLookup', () => {
  it('A1 L4 asks on arrival when the address carries an IMEI, and once', async () => {
    await renderConsole(<Lookup />, { address: `/auditReport#imei=${FIRST}` });
    expect(await screen.findByText(`result of ${FIRST}`)).toBeInTheDocument();
    expect(screen.getByRole('textbox')).toHaveValue(FIRST);
    expect(asked).toEqual([FIRST]);
  });

  it('A1 asks nothing on arrival without one', async () => {
    await renderConsole(<Lookup />, { address: '/auditReport' });
    expect(screen.getByText('nothing')).toBeInTheDocument();
    expect(asked).toEqual([]);
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

  it('L1 a result never stays below another IMEI than its own', async () => {
    const { user } = await renderConsole(<Lookup />, { address: `/auditReport#imei=${FIRST}` });
    await screen.findByText(`result of ${FIRST}`);
    await user.type(screen.getByRole('textbox'), '{Backspace}');
    expect(screen.getByText('nothing')).toBeInTheDocument();
  });

  it("L1 a 15-digit IMEI that is typed over another drops the other's result until its own is asked for", async () => {
    const { user } = await renderConsole(<Lookup />, { address: `/auditReport#imei=${FIRST}` });
    await screen.findByText(`result of ${FIRST}`);
    const field = screen.getByRole('textbox');
    await user.clear(field);
    await user.paste(SECOND);
    expect(screen.getByText('nothing')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Ask' }));
    expect(await screen.findByText(`result of ${SECOND}`)).toBeInTheDocument();
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
