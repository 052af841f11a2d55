import { commandList, mayAccess, type Access } from '@device-console/shared-lib/contract';
import { addressOf, calendarDay, useAddresses, useSession, withImei } from '@device-console/shared-lib/console';
import { inOrder } from '../common/command-order.ts';
import type { ScreenRoute } from '../navigation/screen-routes.ts';

/** Screens, with the access that applies until a remote has declared them. */
const places = {
  device: { path: 'device', permission: 'Device Details' },
  reports: { path: 'reports/register', permission: 'Reports' },
  deEnrolled: { path: 'reports/deenroll', permission: 'Reports' },
  versions: { path: 'appversion', permission: 'App Version' },
  batches: { path: 'batches', permission: undefined },
  devices: { path: 'devices', permission: 'Device Details' },
  approvals: { path: 'approvals', permission: undefined },
} as const satisfies Readonly<Record<string, Access & { readonly path: string }>>;

const DAY_MS = 86_400_000;

type PlaceName = keyof typeof places;

export function usePermitted(routes: readonly ScreenRoute[]) {
  const session = useSession();
  const { audience } = useAddresses();
  /** The access that the remote declares; before the remotes are known, `access`. */
  const mayOpen = (access: Access, path: string): boolean => {
    const [first] = path.split('/');
    const route = routes.find(({ audience: of, screen }) => of === audience && screen.path.split('/')[0] === first);
    return route ? mayAccess(session, route.screen) : routes.length === 0 && mayAccess(session, access);
  };
  /** Null if the operator may not open it. */
  const placeOf = (name: PlaceName): string | null => {
    const { path } = places[name];
    return mayOpen(places[name], path) ? addressOf(audience, path) : null;
  };
  const withFragment = (place: string | null, fields: Readonly<Record<string, string>>): string | null =>
    place && `${place}#${new URLSearchParams(fields).toString()}`;
  return {
    commands: commandList
      .filter((command) => command.audiences.includes(audience) && mayOpen(command, command.screen))
      .toSorted(inOrder),
    placeOf,
    /** The commands of a report since yesterday. */
    reportOf: (report: string): string | null => {
      const [start, end] = [calendarDay(Date.now() - DAY_MS), calendarDay(Date.now())];
      return withFragment(placeOf('reports') && addressOf(audience, `reports/${report}`), { start, end });
    },
    devicesOf: (report: string, trouble: string): string | null =>
      withFragment(placeOf('devices'), { trouble, report }),
    batchOf: (batchId: string): string | null => {
      const batches = placeOf('batches');
      return batches && `${batches}#${batchId}`;
    },
    deviceOf: (imei: string): string | null => {
      const device = placeOf('device');
      return device && withImei(device, imei);
    },
  };
}

export type Permitted = ReturnType<typeof usePermitted>;
