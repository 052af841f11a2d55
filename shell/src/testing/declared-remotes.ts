import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { DeclaredScreen, RegistryEntry } from '@device-console/shared-lib/remote/host';
import type { ChosenRelease } from '../releases/release.ts';
import { registryEntry } from './test-registry.ts';

const rootDir = join(__dirname, '../../..');

interface Declared {
  readonly id: string;
  readonly screens: readonly Omit<DeclaredScreen, 'assets'>[];
}

/** All remotes of this repository, with the screens that their sources declare. */
export function declaredRemotes(): readonly (RegistryEntry & ChosenRelease)[] {
  const printed = execFileSync(process.execPath, [join(rootDir, 'tooling/list-declarations.js')], {
    encoding: 'utf8',
  });
  const remotes = JSON.parse(printed) as readonly Declared[];
  return remotes.map(({ id, screens }) =>
    registryEntry(
      id,
      screens.map((screen) => ({ ...screen, assets: [] })),
    ),
  );
}
