import type { Command } from '@device-console/shared-lib/contract';
import { ALL_DEVICES } from '../store/commands.ts';
import type { FourEyes } from '../store/four-eyes.ts';

/** True where some commands wait for a second person. */
export function isUsed(policy: FourEyes): boolean {
  return Object.keys(policy).length > 0;
}

/** True for a command to so many devices that waits for a second person (C12); ALL is more than any number. */
export function needsSecondPerson(
  policy: FourEyes,
  { id }: Pick<Command, 'id'>,
  devices: number | typeof ALL_DEVICES,
): boolean {
  if (devices === ALL_DEVICES) return [ALL_DEVICES, id, 'any'].some((name) => policy[name] !== undefined);
  return [policy[id], policy['any']].some((from) => from !== undefined && devices >= from);
}
