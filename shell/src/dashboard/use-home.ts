import { useState } from 'react';
import { readServerTime } from '@device-console/shared-lib/api';
import {
  type Access,
  type AnswerOf,
  batchPermissions,
  calls,
  commandList,
  commandStateOf,
  type DeviceState,
  isImei,
  isOnItsWay,
  mayAccess,
} from '@device-console/shared-lib/contract';
import {
  addressOf,
  calendarDay,
  type QueryState,
  useAddresses,
  useAnswer,
  useConsole,
  useSession,
  withImei,
} from '@device-console/shared-lib/console';
import { useFollowing } from '@device-console/shared-lib/records';
import { ALL_DEVICES } from '@device-console/shared-lib/single-command';
import { ownTimeZone } from '@device-console/shared-lib/ui/date-range';
import { inOrder } from '../common/command-order.ts';
import type { ScreenRoute } from '../navigation/screen-routes.ts';

export type Overview = AnswerOf<typeof calls.homeOverview>;

export type Waiting = AnswerOf<typeof calls.approvals>['items'];

export type Versions = AnswerOf<typeof calls.getAppVersionDevices>['items'];

export type HomeReads = ReturnType<typeof useHomeReads>;

/** The command did not reach its phones. */
const undone: readonly string[] = ['failed', 'expired', 'unknown'];

const isUndone = (status: string): boolean => undone.includes(commandStateOf(status) ?? '');

const DAY_MS = 86_400_000;

const isOfLastDay = (time: string, now: number): boolean => now - (readServerTime(time, 'UTC') ?? 0) < DAY_MS;

/** The overview lists only the newest batches: if all are of the last day, there may be more. */
function useRefused({ last }: QueryState<Overview>, openedAt: number, round: number) {
  const isStaff = useSession().userlevel === 'USER';
  const newest = last?.batches ?? [];
  const asksAll = newest.length > 0 && newest.every(({ startedAt }) => isOfLastDay(startedAt, openedAt));
  const { state: all } = useAnswer(calls.batchRuns, asksAll ? (isStaff ? {} : { everyone: true }) : null, round);
  const known = asksAll ? (all.last?.items ?? newest) : newest;
  return {
    batches: known.filter(({ refused, startedAt }) => (refused ?? 0) > 0 && isOfLastDay(startedAt, openedAt)),
    read: asksAll ? all : null,
  };
}

/**
 * Home beyond its three figures: read on arrival, when `round` changes, and while one of the operator's commands is on
 * its way. Null is what the back end lacks or the operator may not read; without the overview there are only the app
 * versions.
 */
export function useHomeReads(round: number) {
  const { api } = useConsole();
  const session = useSession();
  const hasOverview = api.offers(calls.homeOverview);
  const mayVersions = mayAccess(session, { permission: 'App Version' });
  const asksVersions = mayVersions && !hasOverview;
  const { state: overview, refetch } = useAnswer(
    calls.homeOverview,
    hasOverview ? { timezone: ownTimeZone() } : null,
    round,
  );
  const { state: versions } = useAnswer(calls.getAppVersionDevices, asksVersions ? {} : null, round);
  const hasCounts = api.offers(calls.deviceCounts) && mayAccess(session, { permission: 'Device Details' });
  const { state: counts } = useAnswer(calls.deviceCounts, hasCounts ? {} : null, round);
  const hasApprovals = api.offers(calls.approvals);
  const { state: approvals } = useAnswer(calls.approvals, hasApprovals ? {} : null, round);
  const [openedAt] = useState(() => Date.now());
  const refused = useRefused(overview, openedAt, round);
  const onTheirWay = overview.last?.actions.filter(({ status }) => isOnItsWay(status)) ?? [];
  useFollowing({
    refetch,
    imei: null,
    isOpen: onTheirWay.length > 0,
    watched: onTheirWay.map(({ imei }) => imei).filter(isImei),
  });
  const ofOverview = { status: overview.status, rows: overview.last?.versions ?? null };
  const ofCall = { status: versions.status, rows: versions.last?.items ?? null };
  return {
    overview: hasOverview ? overview : null,
    versions: mayVersions ? (hasOverview ? ofOverview : ofCall) : null,
    approvals: hasApprovals ? approvals : null,
    /** How many devices are in each state (D40e). */
    counts: hasCounts ? counts : null,
    /** Batches of the last 24 hours with rows that the server refused. */
    refused,
    /** The operator's failed commands to all devices within the last 24 hours. */
    failedToAll: (overview.last?.actions ?? []).filter(
      ({ imei, status, at }) => imei === ALL_DEVICES && isUndone(status) && isOfLastDay(at, openedAt),
    ),
  };
}

/** Screens, with the access that applies until a remote has declared them. */
const screens = {
  device: { path: 'device', permission: 'Device Details' },
  reports: { path: 'reports/register', permission: 'Reports' },
  deEnrolled: { path: 'reports/deenroll', permission: 'Reports' },
  versions: { path: 'appversion', permission: 'App Version' },
  batches: { path: 'batches', anyPermission: batchPermissions },
  devices: { path: 'devices', permission: 'Device Details' },
  approvals: { path: 'approvals', permission: undefined },
} as const satisfies Readonly<Record<string, Access & { readonly path: string }>>;

type ScreenName = keyof typeof screens;

export function usePermitted(routes: readonly ScreenRoute[]) {
  const session = useSession();
  const { audience } = useAddresses();
  /** The access that the remote declares; before the remotes are known, `access`. */
  const mayOpen = (access: Access, path: string): boolean => {
    const [first] = path.split('/');
    const route = routes.find(({ audience: of, screen }) => of === audience && screen.path.split('/')[0] === first);
    return route ? mayAccess(session, route.screen) : routes.length === 0 && mayAccess(session, access);
  };
  /** Null if the operator may not open it. */
  const screenAddress = (name: ScreenName): string | null => {
    const { path } = screens[name];
    return mayOpen(screens[name], path) ? addressOf(audience, path) : null;
  };
  const withFragment = (address: string | null, fields: Readonly<Record<string, string>>): string | null =>
    address && `${address}#${new URLSearchParams(fields).toString()}`;
  return {
    commands: commandList
      .filter((command) => command.audiences.includes(audience) && mayOpen(command, command.screen))
      .toSorted(inOrder),
    screenAddress,
    /** The commands of a report since yesterday. */
    reportOf: (report: string): string | null => {
      const [start, end] = [calendarDay(Date.now() - DAY_MS), calendarDay(Date.now())];
      return withFragment(screenAddress('reports') && addressOf(audience, `reports/${report}`), { start, end });
    },
    devicesOf: (report: string, trouble: string): string | null =>
      withFragment(screenAddress('devices'), { trouble, report }),
    batchOf: (batchId: string): string | null => {
      const batches = screenAddress('batches');
      return batches && `${batches}#${batchId}`;
    },
    devicesIn: (state: DeviceState): string | null => withFragment(screenAddress('devices'), { is: state }),
    deviceOf: (imei: string): string | null => {
      const device = screenAddress('device');
      return device && withImei(device, imei);
    },
  };
}

export type Permitted = ReturnType<typeof usePermitted>;
