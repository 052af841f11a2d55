import { createSubject } from '@device-console/shared-lib/console';
import type { ClockPort, OtherTabsPort } from '@device-console/shared-lib/session';
import type { RegistryEntry } from '@device-console/shared-lib/remote';
import type { PreviewName, StoredOverride } from '@device-console/shared-lib/trust';
import type { LeaveGuard } from '../common/leave-guard.ts';
import type { ChosenRelease } from '../releases/release.ts';
import type { AskDevServer } from './dev-server.ts';
import { declaredBy, releaseIn, type EndOfOverride, type OverrideState } from './override-state.ts';
import { createOverrideStorage, type OverrideStorageOptions } from './override-storage.ts';
import type { PreviewAnswer, ReadPreviewFor } from './preview.ts';
import { createOverrideStart, SENDING_TEXT, type OverrideStart } from './start-override.ts';

/**
 * One remote from a dev server on this computer, or from a preview, for React's useSyncExternalStore, and what turns it
 * on and off.
 */
export interface Override extends OverrideStart {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => OverrideState;
  /** False where config.json does not allow dev servers; previews are signed, and allowed everywhere. */
  readonly allowsDevelopment: boolean;
  /** Settles once it is known what stands there, or nobody has said so in time; at once without an override. */
  readonly settled: Promise<void>;
  /** The release to use in the place of its remote's, or beside the remotes of these entries; null for none. */
  readonly releaseAmong: (entries: readonly RegistryEntry[]) => ChosenRelease | null;
  /** Reads and verifies a preview for whoever is logged in; turns nothing on. */
  readonly readPreview: (wanted: PreviewName) => Promise<PreviewAnswer>;
  /** Ends it and reloads the page; returns why it did not. */
  readonly end: () => string | null;
  /** Asks again where it failed. */
  readonly retry: () => Promise<void>;
}

/** What an override rests on. */
export interface OverrideOptions extends OverrideStorageOptions {
  readonly onOperatorChange: (listener: () => void) => void;
  readonly clock: ClockPort;
  readonly otherTabs: OtherTabsPort;
  readonly ask: AskDevServer;
  readonly readPreview: ReadPreviewFor;
  /** The address of a preview's document. */
  readonly previewUrl: (wanted: PreviewName) => string;
  readonly guard: Pick<LeaveGuard, 'isSending' | 'reasonToStay' | 'reload'>;
}

const CHECK_EVERY_MS = 1_000;

/**
 * Uses the override that this browser has stored, if it is this operator's and in time; anything else that is stored is
 * removed.
 */
export function createOverride(options: OverrideOptions): Override {
  const { operator, clock, otherTabs, guard, allowsDevelopment } = options;
  const { subscribe, getSnapshot, set } = createSubject<OverrideState>({ status: 'off' });
  const stored = createOverrideStorage(options);

  async function askFor(override: StoredOverride): Promise<void> {
    const next = await stateOf(override, options);
    const { status } = getSnapshot();
    if (status !== 'asking' && status !== 'failed') return;
    set(next);
  }

  function finish(override: StoredOverride, why: EndOfOverride): void {
    // What another tab has turned on since is not ours to remove.
    if (why !== 'other-tab') stored.clear();
    set({ status: 'over', override, why });
    // Another session never goes on with code of this one in its page.
    if (why === 'session' || why === 'operator' || guard.reasonToStay() === null) guard.reload();
  }

  function activate(override: StoredOverride): Promise<void> {
    const text = stored.readText();
    const check = (): void => {
      const { status } = getSnapshot();
      if (status === 'off' || status === 'over') return;
      const why = endOf(override, options) ?? (stored.readText() === text ? null : 'other-tab');
      if (why) finish(override, why);
    };
    set({ status: 'asking', override });
    // A browser may have lost it; without it the next page could not load from the dev server.
    stored.setCookie(override);
    clock.every(CHECK_EVERY_MS, check);
    clock.onWake(check);
    otherTabs.subscribe(check);
    options.onOperatorChange(check);
    return askFor(override);
  }

  const clearUnusable = (): void => {
    if (getSnapshot().status === 'off' && !stored.read()) stored.clear();
  };

  const found = stored.read();
  clearUnusable();
  // A logout ends it here too, on a page that does not use it.
  options.onOperatorChange(clearUnusable);
  const settled = found ? activate(found) : Promise.resolve();
  return {
    subscribe,
    getSnapshot,
    settled,
    allowsDevelopment,
    releaseAmong: (entries) => releaseIn(getSnapshot(), entries, options.previewUrl),
    ...createOverrideStart({ stored, operator, clock, guard, allowsDevelopment }),
    readPreview: (wanted) => options.readPreview(wanted, operator()?.email ?? ''),
    end: () => {
      const state = getSnapshot();
      if (state.status === 'off') return null;
      if (guard.isSending()) return SENDING_TEXT;
      finish(state.override, 'operator');
      return null;
    },
    retry: async () => {
      const state = getSnapshot();
      if (state.status === 'failed') await askFor(state.override);
    },
  };
}

/** What became of an override: its release, or why there is none. */
async function stateOf(override: StoredOverride, { ask, readPreview }: OverrideOptions): Promise<OverrideState> {
  const answer =
    override.source === 'development' ? await ask(override) : declaredBy(await readPreview(override, override.email));
  return answer.status === 'declared'
    ? { status: 'on', override, release: answer.release }
    : { status: 'failed', override, error: answer.error };
}

/** Why an override is over by now, as far as its operator and its time say; null while it is not. */
function endOf(
  { email, until }: StoredOverride,
  { operator, clock }: Pick<OverrideOptions, 'operator' | 'clock'>,
): EndOfOverride | null {
  const who = operator();
  if (who?.email.toLowerCase() !== email.toLowerCase() || who.userlevel !== 'SUPERADMIN') return 'session';
  return clock.now() >= until ? 'time' : null;
}
