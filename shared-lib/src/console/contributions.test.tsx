import { act, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { CellText } from '../remote/index.ts';
import { renderConsole, type RenderConsoleOptions } from '../testing/index.ts';
import { useDeviceColumns, useDevicePanels, type OfferedDeviceColumn, type OfferedDevicePanel } from './index.ts';

const panel = (id: string, order: number, more: Partial<OfferedDevicePanel> = {}): OfferedDevicePanel => ({
  id: `mf-x/${id}`,
  title: id,
  order,
  Panel: ({ imei }) => <p>{`${id} of ${imei}`}</p>,
  ...more,
});
const column = (id: string, order: number, more: Partial<OfferedDeviceColumn> = {}): OfferedDeviceColumn => ({
  id: `mf-x/${id}`,
  title: id,
  order,
  load: async () => () => id,
  ...more,
});
const device = {
  imei1: '490154203237518',
  imei2: '',
  claimstatus: '',
  registrationstatus: '',
  appversion: '',
  apptype: '',
  command: '',
  createdat: '',
};

function Panels(): ReactNode {
  return useDevicePanels().map(({ id, title, Panel }) => (
    <section key={id} aria-label={title}>
      <Panel imei="1" />
    </section>
  ));
}

function Columns(): ReactNode {
  return (
    <p>
      {useDeviceColumns()
        .map(({ id, title, cellText }) => `${id} ${title}: ${cellText(device)}`)
        .join(', ')}
    </p>
  );
}

describe('useDevicePanels', () => {
  const devicePanels = [
    panel('last', 9, { permission: 'Reports' }),
    panel('first', 1),
    panel('admins', 2, { roles: ['ADMIN', 'SUPERADMIN'] }),
    panel('either', 3, { anyPermission: ['Ledger', 'Reports'] }),
  ];
  const shownFor = async (session: RenderConsoleOptions['session']) => {
    await renderConsole(<Panels />, { devicePanels, session });
    return screen.getAllByRole('region').map((region) => region.textContent);
  };

  it.each([
    ['USER', [], ['first of 1']],
    ['USER', ['Reports'], ['first of 1', 'either of 1', 'last of 1']],
    ['USER', ['Ledger'], ['first of 1', 'either of 1']],
    ['ADMIN', [], ['first of 1', 'admins of 1', 'either of 1', 'last of 1']],
  ])('N5 %s with %j gets %j, in their order', async (userlevel, permissions, expected) => {
    await expect(shownFor({ userlevel, permissions })).resolves.toEqual(expected);
  });

  it('there are none where no remote offers any', async () => {
    await renderConsole(<Panels />);
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
  });
});

describe('useDeviceColumns', () => {
  const shown = () => screen.getByRole('paragraph').textContent;

  it('N5 gives those that this operator may have, in their order, and fetches no code of the others', async () => {
    const fetched = jest.fn<Promise<CellText>, []>(async () => () => 'secret');
    const deviceColumns = [column('b', 2), column('a', 1), column('hidden', 0, { roles: ['ADMIN'], load: fetched })];
    await renderConsole(<Columns />, { deviceColumns, session: { userlevel: 'USER', permissions: [] } });
    expect(shown()).toBe('mf-x/a a: a, mf-x/b b: b');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('a column comes when its code is there, and one whose code could not be had does not', async () => {
    const gate: { open?: (cellText: CellText) => void } = {};
    const late = column('late', 1, {
      load: () =>
        new Promise((resolve) => {
          gate.open = resolve;
        }),
    });
    const gone = column('gone', 2, { load: async () => null });
    await renderConsole(<Columns />, { deviceColumns: [late, gone, column('here', 3)] });
    expect(shown()).toBe('mf-x/here here: here');
    await act(async () => gate.open?.(({ imei1 }) => imei1));
    expect(shown()).toBe('mf-x/late late: 490154203237518, mf-x/here here: here');
  });
});
