import { useCallback, useEffect } from 'react';
import { calls, isImei, isOnItsWay, mayAccess, type AnswerOf } from '@device-console/shared-lib/contract';
import {
  ownTimeZone,
  useConsole,
  useFollowing,
  useQuery,
  useSession,
  type QueryState,
} from '@device-console/shared-lib/console';

export type Overview = AnswerOf<typeof calls.homeOverview>;

export type Versions = AnswerOf<typeof calls.getAppVersionDevices>['items'];

export type HomeRead<Answer> = Pick<QueryState<Answer>, 'status' | 'last'>;

/** The reads of Home beyond its figures; null where the back end or the operator's permissions have none. */
export interface HomeReads {
  readonly overview: QueryState<Overview> | null;
  readonly versions: HomeRead<Versions> | null;
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
  const {
    state: overview,
    ask: askOverview,
    look: lookAtOverview,
  } = useQuery(
    useCallback(
      (_: null, signal: AbortSignal) => api.call(calls.homeOverview, { timezone: ownTimeZone() }, { signal }),
      [api],
    ),
  );
  const { state: versions, ask: askVersions } = useQuery(
    useCallback(
      async (_: null, signal: AbortSignal) => (await api.call(calls.getAppVersionDevices, {}, { signal })).items,
      [api],
    ),
  );
  useEffect(() => {
    if (hasOverview) askOverview(null);
    if (asksVersions) askVersions(null);
  }, [round, hasOverview, asksVersions, askOverview, askVersions]);
  const onTheirWay = overview.last?.actions.filter(({ status }) => isOnItsWay(status)) ?? [];
  useFollowing({
    look: useCallback(() => {
      if (hasOverview) lookAtOverview(null);
    }, [hasOverview, lookAtOverview]),
    imei: null,
    isOpen: onTheirWay.length > 0,
    watched: onTheirWay.map(({ imei }) => imei).filter(isImei),
  });
  const ofOverview = { status: overview.status, last: overview.last?.versions ?? null };
  return {
    overview: hasOverview ? overview : null,
    versions: mayVersions ? (hasOverview ? ofOverview : versions) : null,
  };
}
