import { createSubject } from '@device-console/shared-lib/console';
import type { ChosenRelease } from '../releases/release.ts';
import {
  fallbackOf,
  isSameRelease,
  waitingUpdate,
  withoutClashes,
  type DeployedReleases,
  type ReleaseStatus,
} from './release-status.ts';
import type { PageReleases, ReleaseStatuses } from './release-statuses.ts';
import type { RemoteLog } from './remote-log.ts';

/** Changes which releases a page uses, and tells of it. */
export interface ReleaseChanges {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => DeployedReleases;
  /** Tells the listeners where anything is not as the last snapshot has it. */
  readonly publish: () => void;
  /** Puts wanted releases in place, unless they are out of reach; of the remotes that `mayChange` allows. */
  readonly apply: (mayChange: (status: ReleaseStatus) => boolean) => void;
  /** Uses remotes that were not there before, which disturbs no screen; what is in use stays. */
  readonly addNew: () => void;
}

/** Makes the changes of a page that uses nothing yet. */
export function createReleaseChanges(
  statuses: ReleaseStatuses,
  page: PageReleases,
  isHeld: (release: ChosenRelease) => boolean,
  log: Pick<RemoteLog, 'uses' | 'noticed'>,
): ReleaseChanges {
  const nothing: DeployedReleases = { releases: [], waiting: [], fallbacks: [], notices: [] };
  const { subscribe, getSnapshot, set } = createSubject(nothing);

  function publish(): void {
    const releases = [...page.used.values()];
    for (const { source, baseUrl } of releases) if (source === 'canary') page.usedCanaries.add(baseUrl);
    const before = getSnapshot();
    const all = statuses.all();
    const isUnchanged =
      releases.length === before.releases.length &&
      releases.every((release, index) => release === before.releases[index]);
    const [waiting, fallbacks, notices] = [all.flatMap(waitingUpdate), all.flatMap(fallbackOf), statuses.notices()];
    const others = [before.waiting, before.fallbacks, before.notices];
    if (isUnchanged && JSON.stringify([waiting, fallbacks, notices]) === JSON.stringify(others)) return;
    if (!isUnchanged) log.uses(releases);
    log.noticed(notices);
    set({ releases: isUnchanged ? before.releases : releases, waiting, fallbacks, notices });
  }

  function use(releases: readonly ChosenRelease[]): void {
    page.used = new Map(releases.map((release) => [release.id, release]));
    publish();
  }

  const wantedOf = (some: readonly ReleaseStatus[]): readonly ChosenRelease[] => some.map(({ wanted }) => wanted);
  const newOf = (all: readonly ReleaseStatus[]): readonly ReleaseStatus[] =>
    all.filter(({ wanted }) => !page.used.has(wanted.id));

  return {
    subscribe,
    getSnapshot,
    publish,
    apply: (mayChange) => {
      if (!statuses.currentRegistry()) return;
      const all = statuses.all();
      const used = [...page.used.values()];
      const kept = used.filter((release) => all.some((status) => status.used.id === release.id) || isHeld(release));
      const changing = all.filter(
        (status) => status.isReachable && !isSameRelease(status.used, status.wanted) && mayChange(status),
      );
      use([...kept, ...withoutClashes(wantedOf([...changing, ...newOf(all)]), kept)]);
    },
    addNew: () => {
      const used = [...page.used.values()];
      use([...used, ...withoutClashes(wantedOf(newOf(statuses.all())), used)]);
    },
  };
}
