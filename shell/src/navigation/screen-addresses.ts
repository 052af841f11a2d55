import { addressOf } from '@device-console/shared-lib/console';
import type { ChosenRelease } from '../releases/release.ts';

/** Every address that the deployed remotes declare (N1 to N3). */
export function screenAddresses(entries: readonly ChosenRelease[]): readonly string[] {
  return entries.flatMap(({ declaration }) =>
    declaration.screens.flatMap(({ audiences, path }) => audiences.map((audience) => addressOf(audience, path))),
  );
}
