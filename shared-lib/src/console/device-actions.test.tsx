import { renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { offeredActions, renderConsole, type RenderConsoleOptions } from '../testing/index.ts';
import {
  useConsole,
  useDeviceActions,
  useSession,
  type OfferedDeviceAction,
  useDevicePanels,
  useHomePanels,
  type OfferedDevicePanel,
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

  it('N5 an ADMIN gets all of the ordinary addresses', async () => {
    await expect(linksFor({ session: { userlevel: 'ADMIN' } })).resolves.toEqual([
      `View Audit /auditReport#imei=${IMEI}`,
      `Lock Device /lockDevice#imei=${IMEI}`,
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

describe('contributions', () => {
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
});
