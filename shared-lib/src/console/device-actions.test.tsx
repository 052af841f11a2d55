import { renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { offeredActions, renderConsole, type RenderConsoleOptions } from '../testing/index.ts';
import {
  useConsole,
  useDeviceActions,
  useSession,
  type OfferedDeviceAction,
  useHomePanels,
  type OfferedHomePanel,
} from './index.ts';

describe('device actions', () => {
  const IMEI = '490154203237518';
  const deviceActions: readonly OfferedDeviceAction[] = [
    ...offeredActions.toReversed(),
    {
      id: 'mf-commands/reboot',
      title: 'Device Action',
      order: 200,
      path: 'deviceAction',
      audiences: ['superadmin'],
      roles: ['SUPERADMIN'],
    },
    {
      id: 'mf-new/credit',
      title: 'Enable Credit',
      order: 150,
      path: 'enableCredit',
      audiences: ['standard'],
      anyPermission: ['Enable Credit', 'Revoke Credit'],
    },
  ];

  function Actions(): ReactNode {
    return useDeviceActions().map(({ id, title, hrefFor }) => (
      <a key={id} href={hrefFor(IMEI)}>
        {title}
      </a>
    ));
  }

  async function linksFor(options: RenderConsoleOptions): Promise<readonly string[]> {
    await renderConsole(<Actions />, { deviceActions, ...options });
    return screen.queryAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);
  }

  it('N5 an operator gets the permitted actions only, in their order', async () => {
    await expect(
      linksFor({ session: { userlevel: 'USER', permissions: ['Unlock Device', 'Audit Report', 'Revoke Credit'] } }),
    ).resolves.toEqual([
      `View Audit /auditReport#imei=${IMEI}`,
      `Unlock Device /unlockDevice#imei=${IMEI}`,
      `Enable Credit /enableCredit#imei=${IMEI}`,
    ]);
  });

  it('N2 N3 a superadmin stays under the superadmin addresses', async () => {
    await expect(
      linksFor({ session: { userlevel: 'SUPERADMIN' }, address: '/superadmin/deviceDetails' }),
    ).resolves.toEqual([
      `View Audit /superadmin/auditReport#imei=${IMEI}`,
      `Lock Device /superadmin/lockDevice#imei=${IMEI}`,
      `Unlock Device /superadmin/unlockDevice#imei=${IMEI}`,
      `Device Action /superadmin/deviceAction#imei=${IMEI}`,
    ]);
  });

  describe('useDeviceActions of other rows', () => {
    const [unlock] = deviceActions;
    const offered: readonly OfferedDeviceAction[] = unlock
      ? [
          {
            ...unlock,
            id: 'both',
            rows: ['device', 'batch'],
            when: { command: ['LOCK', 'RELEASE'], outcome: ['found'] },
          },
          { ...unlock, id: 'device', title: 'Only devices' },
        ]
      : [];

    function Suiting({ row }: { readonly row: Readonly<Record<string, unknown>> }): ReactNode {
      return useDeviceActions('batch').map(({ id, suits }) => <p key={id}>{`${id}: ${suits(row)}`}</p>);
    }

    it.each([
      [{ command: 'LOCK', outcome: 'found' }, true],
      [{ command: 'LOCK', outcome: 'refused' }, false],
      [{ command: 'LOCK' }, false],
    ])('is only what was declared for them, and on %j it is offered: %s', async (row, expected) => {
      await renderConsole(<Suiting row={row} />, { deviceActions: offered });
      expect(screen.getByRole('paragraph')).toHaveTextContent(`both: ${expected}`);
    });
  });

  it('useSession names the mistake where nobody is logged in', async () => {
    function Session(): ReactNode {
      return useSession().email;
    }
    await expect(renderConsole(<Session />, { session: null })).rejects.toThrow(
      'useSession() was called outside of the guarded screens.',
    );
  });

  it('useConsole names the mistake where there is no console around', () => {
    expect(() => renderHook(() => useConsole())).toThrow('useConsole() needs the console around it');
  });
});

it('N5 useHomePanels gives those that this operator may have, in their order', async () => {
  const panel = (id: string, order: number, more: Partial<OfferedHomePanel> = {}): OfferedHomePanel => ({
    id: `mf-x/${id}`,
    title: id,
    order,
    Panel: () => <p>{id}</p>,
    ...more,
  });
  function HomePanels(): ReactNode {
    return useHomePanels().map(({ id, Panel }) => <Panel key={id} />);
  }
  const homePanels = [panel('b', 2), panel('a', 1), panel('hidden', 0, { roles: ['ADMIN'] })];
  await renderConsole(<HomePanels />, { homePanels, session: { userlevel: 'USER', permissions: [] } });
  expect(screen.getAllByRole('paragraph').map((shown) => shown.textContent)).toEqual(['a', 'b']);
});
