import { screen } from '@testing-library/react';
import { use, type ReactNode } from 'react';
import { RemoteContext } from '@device-console/shared-lib/console';
import { renderConsole } from '@device-console/shared-lib/testing';
import { TableColumnsContext } from '@device-console/shared-lib/ui';
import { RemoteTableColumns } from './remote-table-columns.tsx';

function Shown(): ReactNode {
  const kept = use(TableColumnsContext);
  if (!kept) return <p>nothing</p>;
  return (
    <>
      <p>{JSON.stringify(['reports', 'devices'].map((table) => kept.of(table) ?? null))}</p>
      <button onClick={() => kept.keep('reports', { user: true })}>Reports</button>
      <button onClick={() => kept.keep('devices', { imei2: false })}>Devices</button>
    </>
  );
}

const page = (
  <RemoteContext value={{ id: 'mf-x' }}>
    <RemoteTableColumns>
      <Shown />
    </RemoteTableColumns>
  </RemoteContext>
);

describe('D23 the columns of tables', () => {
  it('are kept table by table for the operator', async () => {
    const { user, unmount } = await renderConsole(page);
    expect(screen.getByText('[null,null]')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reports' }));
    await user.click(screen.getByRole('button', { name: 'Devices' }));
    expect(screen.getByText('[{"user":true},{"imei2":false}]')).toBeVisible();
    const stored = Object.entries({ ...localStorage }).filter(([key]) => key.includes('table-columns'));
    expect(stored).toHaveLength(1);
    unmount();
    await renderConsole(page, { stored: { [stored[0]?.[0] ?? 'none']: '{"reports":{"user":"yes"}}' } });
    expect(screen.getByText('[null,null]')).toBeVisible();
  });

  it('are not kept where nobody is logged in', async () => {
    await renderConsole(page, { session: null });
    expect(screen.getByText('nothing')).toBeVisible();
  });
});
