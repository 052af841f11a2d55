import { commandList, type Audience } from '@device-console/shared-lib/contract';
import { readEntries, type DeclaredScreen, type RegistryEntry } from '@device-console/shared-lib/remote/host';
import { nameOwnership, permittedEntries, type UsableRegistry } from '@device-console/shared-lib/trust';
import type { ChosenRelease } from '../releases/release.ts';

const both: Audience[] = ['standard', 'superadmin'];

export function declaredScreen(id: string, more: Partial<DeclaredScreen> = {}): DeclaredScreen {
  return { id, path: id, title: id, audiences: both, assets: [], ...more };
}

/** A remote without problems, and its live release. */
export function registryEntry(
  id: string,
  screens: DeclaredScreen[],
  more: Partial<RegistryEntry['declaration']> = {},
): RegistryEntry & ChosenRelease {
  return {
    id,
    sequence: 1,
    epoch: 1,
    expiresAt: null,
    baseUrl: `http://remotes.test/${id}/`,
    publishedAt: '2026-01-01T00:00:00Z',
    canary: null,
    preview: null,
    keyId: null,
    signature: null,
    source: 'registry',
    declaration: {
      schemaVersion: 1,
      id,
      owner: `Team of ${id}`,
      version: '1.4.2',
      contract: {},
      shared: {},
      apiVersion: '^1.0.0',
      entry: { file: 'entry.js', kind: 'script', integrity: 'sha384-x' },
      assets: [],
      screens,
      ...more,
    },
  };
}

function withPermission(path: string, title: string, order: number): DeclaredScreen {
  return declaredScreen(path, { title, permission: title, nav: { order } });
}

/** A few of the commands that differ only in names: the frame draws an entry for each in every test. */
const drawn: readonly string[] = [
  'activateAlarm',
  'deactivateAlarm',
  'deviceAction',
  'disableApp',
  'lock',
  'notify',
  'release',
  'setWallpaper',
  'unlock',
];

function commandScreens(): DeclaredScreen[] {
  const commands = commandList.filter(({ id }) => drawn.includes(id));
  return commands.map(({ id, screen: path, title, permission, roles, audiences, nav, more, icon }) =>
    declaredScreen(id, {
      path,
      title,
      audiences: [...audiences],
      icon,
      ...(more ? { more: { ...more } } : {}),
      ...(permission === undefined ? {} : { permission }),
      ...(roles ? { roles: [...roles] } : {}),
      ...(nav ? { nav: { order: nav.order, audiences: [...nav.audiences] } } : {}),
    }),
  );
}

/** A console with a screen of every kind in the requirements (N1 to N3). */
export const wholeConsole: readonly (RegistryEntry & ChosenRelease)[] = [
  registryEntry('mf-commands', commandScreens()),
  registryEntry('mf-devices', [
    withPermission('deviceDetails', 'Device Details', 120),
    withPermission('appversion', 'App Version', 170),
    declaredScreen('lastCommand', {
      title: 'Last Command Reports',
      roles: ['ADMIN', 'SUPERADMIN'],
      nav: { order: 174, audiences: ['superadmin'] },
    }),
  ]),
  registryEntry('mf-reports', [
    withPermission('reports', 'Reports', 160),
    withPermission('auditReport', 'Audit Report', 180),
  ]),
  registryEntry('mf-admin', [
    declaredScreen('userManagement', {
      title: 'User Management',
      roles: ['ADMIN', 'SUPERADMIN'],
      refusal: 'login',
      nav: { order: 150 },
    }),
    declaredScreen('keyManagement', { title: 'Key Management', roles: ['ADMIN', 'SUPERADMIN'] }),
  ]),
];

/** Anything that is not an entry becomes a problem of its own. */
export const registryDocument = (remotes: readonly unknown[]): unknown => ({ schemaVersion: 1, remotes });

/** Does not check signatures; `keys` say which names belong to whom. */
export async function readUnsigned(
  document: unknown,
  keys: Parameters<typeof nameOwnership>[1] = [],
): Promise<UsableRegistry> {
  const read = readEntries(document);
  const entries = read.flatMap((one) => (one.status === 'usable' ? [one.entry] : []));
  const ownership = nameOwnership(entries, keys);
  return {
    ...permittedEntries(entries, ownership),
    ownership,
    problems: read.flatMap((one) => (one.status === 'broken' ? [{ id: one.id, message: one.message }] : [])),
    refused: [],
    withdrawn: [],
  };
}
