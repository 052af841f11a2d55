import { useState } from 'react';
import { readServerTime } from '@device-console/shared-lib/api';
import {
  calls,
  commandStateOf,
  isImei,
  isOnItsWay,
  mayAccess,
  type AnswerOf,
} from '@device-console/shared-lib/contract';
import { useConsole, useSession, type QueryState, useAnswer } from '@device-console/shared-lib/console';
import { useFollowing } from '@device-console/shared-lib/records';
import { ALL_DEVICES } from '@device-console/shared-lib/single-command';
import { ownTimeZone } from '@device-console/shared-lib/ui/date-range';

export type Overview = AnswerOf<typeof calls.homeOverview>;

export type Waiting = AnswerOf<typeof calls.approvals>['items'];

export type Versions = AnswerOf<typeof calls.getAppVersionDevices>['items'];

export type HomeRead<Answer> = Pick<QueryState<Answer>, 'status' | 'last'>;

/** The command did not reach its phones. */
const undone: readonly string[] = ['failed', 'expired', 'unknown'];

const isUndone = (status: string): boolean => undone.includes(commandStateOf(status) ?? '');

const DAY_MS = 86_400_000;

const isOfLastDay = (time: string, now: number): boolean => now - (readServerTime(time, 'UTC') ?? 0) < DAY_MS;

/** Null if the back end lacks it or the operator lacks the permission. */
export interface HomeReads {
  readonly overview: QueryState<Overview> | null;
  readonly versions: HomeRead<Versions> | null;
  /** Ready and empty if the back end has none (C15). */
  readonly waiting: QueryState<Waiting>;
  /** Batches of the last 24 hours with rows that the server refused. */
  readonly refused: Refused;
  /** The operator's failed commands to all devices within the last 24 hours. */
  readonly failedToAll: Overview['actions'];
}

interface Refused {
  readonly batches: Overview['batches'];
  readonly isAwaited: boolean;
  /** Why older ones are unknown. */
  readonly error: Error | null;
}

/** The overview lists only the newest batches: if all are of the last day, there may be more. */
function useRefused({ last }: QueryState<Overview>, openedAt: number, round: number): Refused {
  const isStaff = useSession().userlevel === 'USER';
  const newest = last?.batches ?? [];
  const asksAll = newest.length > 0 && newest.every(({ startedAt }) => isOfLastDay(startedAt, openedAt));
  const { state: all } = useAnswer(calls.batchRuns, asksAll ? (isStaff ? {} : { everyone: true }) : null, round);
  const known = asksAll ? (all.last?.items ?? newest) : newest;
  return {
    batches: known.filter(({ refused, startedAt }) => (refused ?? 0) > 0 && isOfLastDay(startedAt, openedAt)),
    isAwaited: asksAll && all.last === null && all.status !== 'failed',
    error: asksAll && all.status === 'failed' ? all.error : null,
  };
}

function waitingOf(state: QueryState<AnswerOf<typeof calls.approvals>>): QueryState<Waiting> {
  const last = state.last && state.last.items.filter((request) => request.state === 'waiting');
  return { ...state, last } as QueryState<Waiting>;
}

/**
 * Home beyond its three figures: read on arrival, when `round` changes, and while one of the operator's commands is on
 * its way. A back end without the overview gives only the app versions.
 */
export function useHomeReads(round: number): HomeReads {
  const { api } = useConsole();
  const session = useSession();
  const hasOverview = api.offers(calls.homeOverview);
  const mayVersions = mayAccess(session, { permission: 'App Version' });
  const asksVersions = mayVersions && !hasOverview;
  const { state: overview, look } = useAnswer(
    calls.homeOverview,
    hasOverview ? { timezone: ownTimeZone() } : null,
    round,
  );
  const { state: versions } = useAnswer(calls.getAppVersionDevices, asksVersions ? {} : null, round);
  const hasApprovals = api.offers(calls.approvals);
  const { state: approvals } = useAnswer(calls.approvals, hasApprovals ? {} : null, round);
  const [openedAt] = useState(() => Date.now());
  const refused = useRefused(overview, openedAt, round);
  const onTheirWay = overview.last?.actions.filter(({ status }) => isOnItsWay(status)) ?? [];
  useFollowing({
    look,
    imei: null,
    isOpen: onTheirWay.length > 0,
    watched: onTheirWay.map(({ imei }) => imei).filter(isImei),
  });
  const ofOverview = { status: overview.status, last: overview.last?.versions ?? null };
  const ofCall = { status: versions.status, last: versions.last?.items ?? null };
  return {
    overview: hasOverview ? overview : null,
    versions: mayVersions ? (hasOverview ? ofOverview : ofCall) : null,
    waiting: hasApprovals ? waitingOf(approvals) : { status: 'ready', last: [] },
    refused,
    failedToAll: (overview.last?.actions ?? []).filter(
      ({ imei, status, at }) => imei === ALL_DEVICES && isUndone(status) && isOfLastDay(at, openedAt),
    ),
  };
}
