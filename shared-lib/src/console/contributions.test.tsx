import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderConsole, type RenderConsoleOptions } from '../testing/index.ts';
import { useDevicePanels, useHomePanels, type OfferedDevicePanel, type OfferedHomePanel } from './index.ts';

const panel = (id: string, order: number, more: Partial<OfferedDevicePanel> = {}): OfferedDevicePanel => ({
  id: `mf-x/${id}`,
  title: id,
  order,
  Panel: ({ imei }) => <p>{`${id} of ${imei}`}</p>,
  ...more,
});
function Panels(): ReactNode {
  return useDevicePanels().map(({ id, title, Panel }) => (
    <section key={id} aria-label={title}>
      <Panel imei="1" />
    </section>
  ));
}

function HomePanels(): ReactNode {
  return useHomePanels().map(({ id, title, Panel }) => (
    <section key={id} aria-label={title}>
      <Panel />
    </section>
  ));
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

describe('useHomePanels', () => {
  it('N5 gives those that this operator may have, in their order', async () => {
    const own = (id: string, order: number, more: Partial<OfferedHomePanel> = {}): OfferedHomePanel => ({
      ...{ id: `mf-x/${id}`, title: id, order, Panel: () => <p>{id}</p> },
      ...more,
    });
    const homePanels = [own('b', 2), own('a', 1), own('hidden', 0, { roles: ['ADMIN'] })];
    await renderConsole(<HomePanels />, { homePanels, session: { userlevel: 'USER', permissions: [] } });
    expect(screen.getAllByRole('region').map((region) => region.textContent)).toEqual(['a', 'b']);
  });
});
