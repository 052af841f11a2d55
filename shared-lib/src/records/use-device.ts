import { useCallback, useMemo } from 'react';
import { calls, isOnItsWay, mayAccess, type AnswerOf, type DeviceAudit, type DeviceRow } from '../contract/index.ts';
import { useSession } from '../console/index.ts';
import { useCachedAnswer, type Answered, type QueryState } from '../data/react/index.ts';
import { useFollowing } from './use-following.ts';

const aDayMs = 86_400_000;

/** True if a command of the last day is on its way to the device. Undefined without an audit. */
export function hasOpenCommand(audit: DeviceAudit | undefined): boolean | undefined {
  return audit?.commands.some(
    ({ status, date_and_time: at, createdat }) =>
      isOnItsWay(status) && Date.now() - Date.parse(at || createdat) < aDayMs,
  );
}

/** The server's data about one IMEI. */
export interface DeviceRecord {
  readonly imei: string;
  /** Empty: no such device. */
  readonly devices: readonly DeviceRow[];
  /** Undefined if the operator may not see it, or it could not be read. */
  readonly audit: DeviceAudit | undefined;
}

type DeviceAnswer = AnswerOf<typeof calls.deviceDetails>;

/** One device, as returned by {@link useDevice}. Nothing in it is of another IMEI. */
export interface Device {
  readonly device: Answered<DeviceAnswer>;
  /** Idle if the operator may not see it. */
  readonly audit: Answered<DeviceAudit>;
  /**
   * Both as one, for what depends on both. Fails like the lookup; an unreadable audit is left out, and its own screen
   * says why.
   */
  readonly record: QueryState<DeviceRecord>;
  /** Asks for both again. */
  readonly ask: () => void;
  /** Asks for both again in the background. */
  readonly refetch: () => void;
  /** Gives up pending requests. */
  readonly stop: () => void;
}

function useRecord(
  imei: string | null,
  device: QueryState<DeviceAnswer>,
  audit: QueryState<DeviceAudit>,
): QueryState<DeviceRecord> {
  const isAwaited = audit.status === 'loading' && audit.last === null;
  const history = audit.status === 'failed' || audit.last === null ? undefined : audit.last;
  const found = isAwaited ? null : device.last;
  const last = useMemo(
    () => (imei === null || found === null ? null : { imei, devices: found.items, audit: history }),
    [imei, found, history],
  );
  return useMemo(() => {
    if (device.status === 'failed') return { status: 'failed', last, error: device.error };
    if (device.status === 'loading' || audit.status === 'loading') return { status: 'loading', last };
    return last === null ? { status: 'idle', last } : { status: 'ready', last };
  }, [device, audit.status, last]);
}

/**
 * Looks a device up, with its audit if the operator may see it (L1, A1, N5): on arrival, when `round` changes, after
 * commands to it, and while one is on its way. Null looks nothing up.
 */
export function useDevice(imei: string | null, round = 0): Device {
  const maySeeAudit = mayAccess(useSession(), { permission: 'Audit Report' });
  const exact = { round, carriesOver: false };
  const device = useCachedAnswer(calls.deviceDetails, imei === null ? null : { imei }, exact);
  const auditOf = maySeeAudit ? imei : null;
  const audit = useCachedAnswer(calls.auditReportByImei, auditOf === null ? null : { imei1: auditOf }, exact);
  const ask = useBoth(device.ask, audit.ask);
  const refetch = useBoth(device.refetch, audit.refetch);
  const stop = useBoth(device.stop, audit.stop);
  const hasFailed = device.state.status === 'failed' || audit.state.status === 'failed';
  useFollowing({ refetch, imei: imei ?? '', isOpen: hasOpenCommand(audit.state.last ?? undefined), hasFailed });
  return { device, audit, record: useRecord(imei, device.state, audit.state), ask, refetch, stop };
}

function useBoth(first: () => void, second: () => void): () => void {
  return useCallback(() => {
    first();
    second();
  }, [first, second]);
}
