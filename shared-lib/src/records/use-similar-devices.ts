import { useEffect, useState } from 'react';
import {
  calls,
  hasImeiPart,
  hasValidCheckDigit,
  imeisNear,
  isImei,
  isImeiPart,
  type ListedDevice,
  mayAccess,
} from '../contract/index.ts';
import { useConsole, useSession } from '../console/index.ts';
import { useAnswer } from '../data/react/index.ts';

const lookUp = { permission: 'Device Details' } as const;

/** Typing, or a scanner, has paused. */
const PAUSE_MS = 200;
const SHOWN = 8;

/** Registered devices that a text may mean. */
export interface SimilarDevices {
  /** `part`: the text begins or ends one of their IMEIs. `near`: it is mistyped, by a digit or by two neighbours. */
  readonly kind: 'none' | 'part' | 'near';
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly devices: readonly ListedDevice[];
  /** There are more than these. */
  readonly hasMore: boolean;
}

/**
 * The devices that a part of an IMEI may mean, from four digits on; and those near an IMEI that no device has
 * (`isMissing`), if its check digit is wrong (D40f). None without the permission, or where the server does not say.
 */
export function useSimilarDevices(typed: string, isMissing: boolean): SimilarDevices {
  const { api } = useConsole();
  const isOpen = mayAccess(useSession(), lookUp) && api.offers(calls.deviceCounts);
  const kind = isOpen ? kindOf(typed, isMissing) : 'none';
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isSettled = settled === typed;
  const which = kind === 'part' ? { imeipart: typed } : { imeinear: typed };
  const { state } = useAnswer(calls.deviceList, kind === 'none' || !isSettled ? null : { ...which, limit: SHOWN });
  const near = new Set(kind === 'near' ? imeisNear(typed) : []);
  const fits = (imei: string): boolean => (kind === 'part' ? hasImeiPart(imei, typed) : near.has(imei));
  // An answer to another text may still be there, and an older server leaves the text out of account.
  const devices =
    kind === 'none' ? [] : (state.last?.items ?? []).filter(({ imei1, imei2 }) => fits(imei1) || fits(imei2));
  return {
    kind,
    isPending: kind !== 'none' && (!isSettled || state.status === 'loading'),
    error: kind !== 'none' && isSettled && state.status === 'failed' ? state.error : null,
    devices,
    hasMore: devices.length > 0 && state.last?.next !== '',
  };
}

function kindOf(typed: string, isMissing: boolean): SimilarDevices['kind'] {
  if (!isImei(typed)) return isImeiPart(typed) ? 'part' : 'none';
  return isMissing && !hasValidCheckDigit(typed) ? 'near' : 'none';
}
