import type { ConsoleConfig } from '../contract/index.ts';
import type { RegistryEntry } from '../remote/host.ts';
import { declarationOf } from '../remote/test-declaration.ts';
import type { Ownership } from './index.ts';

export type Screen = RegistryEntry['declaration']['screens'][number];

/** A screen that any session may open. */
export const screen = (path: string, more: Partial<Screen> = {}): Screen => ({
  id: path,
  path,
  title: path,
  audiences: ['standard', 'superadmin'],
  assets: [],
  ...more,
});
/** The screen of the specification that these tests are about. */
export const lock = screen('lockDevice', { title: 'Lock Device', permission: 'Lock Device' });

export function entryOf(
  id: string,
  screens: readonly Screen[],
  more: Partial<RegistryEntry> & { actions?: readonly { id: string; screen: string }[] } = {},
): RegistryEntry {
  const { actions = [], ...fields } = more;
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
    declaration: declarationOf(id, {
      screens: [...screens],
      contributions: { deviceActions: actions.map((action, order) => ({ ...action, title: action.id, order })) },
    }),
    ...fields,
  };
}

type Names = NonNullable<ConsoleConfig['registryKeys'][number]['names']>;

/** `names` of a key; kinds that are not given have none. */
export const names = (more: Partial<Names>): Names => ({
  addresses: [],
  permissions: [],
  actions: [],
  contributions: [],
  ...more,
});

/** The paths and actions that each remote may show, and what it is told. */
export function shown(ownership: Ownership, entries: readonly RegistryEntry[]) {
  return Object.fromEntries(
    entries.map(({ id, declaration }) => {
      const { declaration: allowed, refusals } = ownership.permit(declaration);
      return [
        id,
        {
          paths: allowed.screens.map(({ path }) => path),
          actions: (allowed.contributions?.deviceActions ?? []).map((action) => action.id),
          refusals,
        },
      ];
    }),
  );
}
