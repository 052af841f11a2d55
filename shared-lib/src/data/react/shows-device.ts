import type { QueryKey } from '@tanstack/react-query';
import { calls } from '../../contract/index.ts';

/** Calls without an IMEI in their body whose answers show commands. */
const ofAllDevices: readonly unknown[] = [calls.homeOverview.path];

/** True if the answer of this query may change with a command to `target`, an IMEI or `ALL`. */
export function showsDevice([path, body]: QueryKey, target: string): boolean {
  if (ofAllDevices.includes(path)) return true;
  const imeis = Object.entries(body ?? {}).filter(([field]) => field === 'imei' || field === 'imei1');
  return imeis.some(([, imei]) => target === 'ALL' || imei === target);
}
