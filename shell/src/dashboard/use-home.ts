import { calls, isImei, isOnItsWay, mayAccess, type AnswerOf } from '@device-console/shared-lib/contract';
import { useConsole, useSession, type QueryState } from '@device-console/shared-lib/console';
import { useAnswer } from '@device-console/shared-lib/records';
import { useFollowing } from '@device-console/shared-lib/records';
import { ownTimeZone } from '@device-console/shared-lib/ui/date-range';

export type Overview = AnswerOf<typeof calls.homeOverview>;

/** Requests that wait for a second person. */
export type Waiting = AnswerOf<typeof calls.approvals>['items'];

export type Versions = AnswerOf<typeof calls.getAppVersionDevices>['items'];

export type HomeRead<Answer> = Pick<QueryState<Answer>, 'status' | 'last'>;

/** The reads of Home beyond its figures; null where the back end or the operator's permissions have none. */
export interface HomeReads {
  readonly overview: QueryState<Overview> | null;
  readonly versions: HomeRead<Versions> | null;
  /** What waits for a second person; where the back end knows none, it is ready and empty (C15). */
  readonly waiting: QueryState<Waiting>;
}

function waitingOf(state: QueryState<AnswerOf<typeof calls.approvals>>): QueryState<Waiting> {
  const last = state.last && state.last.items.filter((request) => request.state === 'waiting');
  return { ...state, last } as QueryState<Waiting>;
}

/**
 * Asks for what Home shows beyond its three figures: on arrival, whenever `round` is another, and while one of the
 * operator's own commands is on its way. A back end without the overview is asked for the app versions alone.
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
  };
}
