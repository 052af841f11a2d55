import type { ClockPort, OtherTabsPort } from '@device-console/shared-lib/session';
import type { RegistryEntry } from '@device-console/shared-lib/remote';
import {
  DEVELOPMENT_KEY,
  isRemoteId,
  LONGEST_DEVELOPMENT_MS,
  LONGEST_PREVIEW_MS,
  loopbackOrigin,
  readOverride,
  type PreviewName,
  type StoredOverride,
} from '@device-console/shared-lib/trust';
import type { Operator } from '../releases/choose-release.ts';
import type { ChosenRelease } from '../releases/release.ts';
import type { LeaveGuard } from '../common/leave-guard.ts';
import type { DevelopmentCookie } from './development-cookie.ts';
import type { AskDevServer } from './dev-server.ts';
import { declaredBy, releaseIn, type EndOfOverride, type OverrideState } from './override-state.ts';
import type { PreviewAnswer, ReadPreviewFor, UsablePreview } from './preview.ts';

/** What a superadmin asks for. */
export interface DevelopmentRequest {
  readonly id: string;
  readonly address: string;
  readonly hours: number;
}

/**
 * One remote from a dev server on this computer, or from a preview, for React's useSyncExternalStore, and what turns it
 * on and off.
 */
export interface Override {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => OverrideState;
  /** False where config.json does not allow dev servers; previews are signed, and allowed everywhere. */
  readonly allowsDevelopment: boolean;
  /** Settles once it is known what stands there, or nobody has said so in time; at once without an override. */
  readonly settled: Promise<void>;
  /** The release to use in the place of its remote's, or beside the remotes of these entries; null for none. */
  readonly releaseAmong: (entries: readonly RegistryEntry[]) => ChosenRelease | null;
  /** Stores the override and reloads the page; returns why it did not. */
  readonly begin: (request: DevelopmentRequest) => string | null;
  /** Reads and verifies a preview for whoever is logged in; turns nothing on. */
  readonly readPreview: (wanted: PreviewName) => Promise<PreviewAnswer>;
  /** The same as `begin` with a preview that was looked at. */
  readonly turnOnPreview: (found: UsablePreview) => string | null;
  /** Ends it and reloads the page; returns why it did not. */
  readonly end: () => string | null;
  /** Asks again where it failed. */
  readonly retry: () => Promise<void>;
}

/** What an override rests on. */
export interface OverrideOptions {
  readonly operator: () => Operator | null;
  readonly onOperatorChange: (listener: () => void) => void;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly cookie: DevelopmentCookie;
  readonly clock: ClockPort;
  readonly otherTabs: OtherTabsPort;
  readonly allowsDevelopment: boolean;
  readonly ask: AskDevServer;
  readonly readPreview: ReadPreviewFor;
  /** The address of a preview's document. */
  readonly previewUrl: (wanted: PreviewName) => string;
  readonly guard: Pick<LeaveGuard, 'isSending' | 'reasonToStay' | 'reload'>;
}

const LOOK_EVERY_MS = 1_000;
const HOUR_MS = 3_600_000;
const SENDING =
  'A batch is running on this page, which has to be reloaded for it. Pause the batch, or wait until it is complete.';

/**
 * Takes up the override that this browser has stored, if it is this operator's and in time; anything else that is
 * stored is removed.
 */
export function createOverride(options: OverrideOptions): Override {
  const { operator, storage, cookie, clock, otherTabs, guard, allowsDevelopment } = options;
  const listeners = new Set<() => void>();
  let state: OverrideState = { status: 'off' };

  const become = (next: OverrideState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const stored = (): StoredOverride | null => {
    const who = operator();
    const found = who && readOverride(storage.getItem(DEVELOPMENT_KEY), { ...who, now: clock.now() });
    return found?.source === 'development' && !allowsDevelopment ? null : found;
  };
  const forget = (): void => {
    storage.removeItem(DEVELOPMENT_KEY);
    cookie.clear();
  };

  async function askFor(override: StoredOverride): Promise<void> {
    const answer =
      override.source === 'development'
        ? await options.ask(override)
        : declaredBy(await options.readPreview(override, override.email));
    if (state.status !== 'asking' && state.status !== 'failed') return;
    become(
      answer.status === 'declared'
        ? { status: 'on', override, release: answer.release }
        : { status: 'failed', override, error: answer.error },
    );
  }

  function finish(override: StoredOverride, why: EndOfOverride): void {
    // What another tab has turned on since is not ours to remove.
    if (why !== 'other-tab') forget();
    become({ status: 'over', override, why });
    // Another session never goes on with code of this one in its page.
    if (why === 'session' || why === 'operator' || guard.reasonToStay() === null) guard.reload();
  }

  function look(override: StoredOverride, text: string | null): void {
    if (state.status === 'off' || state.status === 'over') return;
    const who = operator();
    if (who?.email.toLowerCase() !== override.email.toLowerCase() || who.userlevel !== 'SUPERADMIN')
      finish(override, 'session');
    else if (clock.now() >= override.until) finish(override, 'time');
    else if (storage.getItem(DEVELOPMENT_KEY) !== text) finish(override, 'other-tab');
  }

  function takeUp(override: StoredOverride): Promise<void> {
    const text = storage.getItem(DEVELOPMENT_KEY);
    const lookNow = (): void => look(override, text);
    become({ status: 'asking', override });
    // A browser may have lost it; without it the next page could not load from the dev server.
    if (override.source === 'development') cookie.set(override);
    else cookie.clear();
    clock.every(LOOK_EVERY_MS, lookNow);
    clock.onWake(lookNow);
    otherTabs.subscribe(lookNow);
    options.onOperatorChange(lookNow);
    return askFor(override);
  }

  /** Stores what whoever is logged in may turn on, and has the page load with it; returns why not. */
  function store(make: (email: string) => StoredOverride): string | null {
    const who = operator();
    if (who?.userlevel !== 'SUPERADMIN') return 'Only a superadmin can turn this on.';
    if (guard.isSending()) return SENDING;
    const override = make(who.email);
    try {
      storage.setItem(DEVELOPMENT_KEY, JSON.stringify(override));
    } catch (error) {
      if (error instanceof DOMException)
        return 'This browser has no room to store it: clear site data of other pages, and try again.';
      throw error;
    }
    if (override.source === 'development') cookie.set(override);
    else cookie.clear();
    guard.reload();
    return null;
  }

  function begin({ id, address, hours }: DevelopmentRequest): string | null {
    const result = loopbackOrigin(address);
    const lasts = hours * HOUR_MS;
    if (!allowsDevelopment) return 'config.json of this console does not allow development.';
    if (!isRemoteId(id)) return 'The name of a remote is lower case letters, digits and dashes.';
    if (result.status === 'refused') return result.reason;
    if (!(lasts > 0 && lasts <= LONGEST_DEVELOPMENT_MS))
      return `It can last ${LONGEST_DEVELOPMENT_MS / HOUR_MS} hours at most.`;
    const { origin } = result;
    return store((email) => ({ source: 'development', id, origin, email, until: clock.now() + lasts }));
  }

  function turnOnPreview({
    preview: {
      id,
      name,
      declaration: { version },
    },
    lastsMs,
  }: UsablePreview): string | null {
    // This computer's clock may be wrong; how long it lasts is the server's to say.
    const until = clock.now() + Math.min(lastsMs, LONGEST_PREVIEW_MS);
    return store((email) => ({ source: 'preview', id, name, version, email, until }));
  }

  const forgetWhatIsOver = (): void => {
    if (state.status === 'off' && !stored()) forget();
  };

  const found = stored();
  forgetWhatIsOver();
  // A logout ends it here too, on a page that does not use it.
  options.onOperatorChange(forgetWhatIsOver);
  const settled = found ? takeUp(found) : Promise.resolve();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => state,
    settled,
    allowsDevelopment,
    releaseAmong: (entries) => releaseIn(state, entries, options.previewUrl),
    begin,
    turnOnPreview,
    readPreview: (wanted) => options.readPreview(wanted, operator()?.email ?? ''),
    end: () => {
      if (state.status === 'off') return null;
      if (guard.isSending()) return SENDING;
      finish(state.override, 'operator');
      return null;
    },
    retry: async () => {
      if (state.status === 'failed') await askFor(state.override);
    },
  };
}
