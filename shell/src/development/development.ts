import type { ClockPort, OtherTabsPort } from '@device-console/shared-lib/session';
import type { RegistryEntry } from '@device-console/shared-lib/remote';
import {
  DEVELOPMENT_KEY, isRemoteId, LONGEST_DEVELOPMENT_MS, loopbackOrigin, readOverride, type DevelopmentOverride,
} from '@device-console/shared-lib/trust';
import type { Operator } from '../remotes/choose-release.ts';
import type { ChosenRelease } from '../remotes/release.ts';
import type { RemoteLoadError } from '../remotes/remote-load-error.ts';
import type { LeaveGuard } from '../runtime/leave-guard.ts';
import type { DevelopmentCookie } from './development-cookie.ts';
import type { AskDevServer } from './dev-server.ts';

/** What this page does about a development override. `over`: it has ended, and the page waits to be reloaded. */
export type DevelopmentState =
  | { readonly status: 'off' }
  | { readonly status: 'asking'; readonly override: DevelopmentOverride }
  | { readonly status: 'on'; readonly override: DevelopmentOverride; readonly release: ChosenRelease }
  | { readonly status: 'failed'; readonly override: DevelopmentOverride; readonly error: RemoteLoadError }
  | { readonly status: 'over'; readonly override: DevelopmentOverride; readonly why: EndOfDevelopment };

/** What ended an override: the button, its time, another tab, or another session. */
type EndOfDevelopment = 'operator' | 'time' | 'other-tab' | 'session';

/** What a superadmin asks for. */
export interface DevelopmentRequest {
  readonly id: string;
  readonly address: string;
  readonly hours: number;
}

/** One remote from a dev server on this computer, for React's useSyncExternalStore, and what turns it on and off. */
export interface Development {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => DevelopmentState;
  /** Settles once the dev server has answered, or has not in its time; at once without an override. */
  readonly settled: Promise<void>;
  /** The release to use in the place of its remote's, or beside the remotes of these entries; null for none. */
  readonly releaseAmong: (entries: readonly RegistryEntry[]) => ChosenRelease | null;
  /** Stores the override and reloads the page; answers why it did not. */
  readonly begin: (request: DevelopmentRequest) => string | null;
  /** Ends it and reloads the page; answers why it did not. */
  readonly end: () => string | null;
  /** Asks a dev server again that did not answer. */
  readonly askAgain: () => Promise<void>;
}

/** What a development override rests on. */
export interface DevelopmentOptions {
  readonly operator: () => Operator | null;
  readonly onOperatorChange: (listener: () => void) => void;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly cookie: DevelopmentCookie;
  readonly clock: ClockPort;
  readonly otherTabs: OtherTabsPort;
  readonly ask: AskDevServer;
  readonly guard: Pick<LeaveGuard, 'isSending' | 'reasonToStay' | 'reload'>;
}

const LOOK_EVERY_MS = 1_000;
const HOUR_MS = 3_600_000;
const SENDING = 'A batch is running on this page, which has to be reloaded for it. Pause the batch, or wait until it is complete.';

/** Takes up the override that this browser has stored, if it is this operator's and in time; anything else that is stored is removed. */
export function createDevelopment(options: DevelopmentOptions): Development {
  const { operator, storage, cookie, clock, otherTabs, ask, guard } = options;
  const listeners = new Set<() => void>();
  let state: DevelopmentState = { status: 'off' };

  const become = (next: DevelopmentState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const stored = (): DevelopmentOverride | null => {
    const who = operator();
    return who && readOverride(storage.getItem(DEVELOPMENT_KEY), { ...who, now: clock.now() });
  };
  const forget = (): void => {
    storage.removeItem(DEVELOPMENT_KEY);
    cookie.clear();
  };

  async function askFor(override: DevelopmentOverride): Promise<void> {
    const answer = await ask(override);
    if (state.status !== 'asking' && state.status !== 'failed') return;
    become(answer.status === 'declared' ? { status: 'on', override, release: answer.release } : { status: 'failed', override, error: answer.error });
  }

  function finish(override: DevelopmentOverride, why: EndOfDevelopment): void {
    // What another tab has turned on since is not ours to remove.
    if (why !== 'other-tab') forget();
    become({ status: 'over', override, why });
    // Another session never goes on with code of this one in its page.
    if (why === 'session' || why === 'operator' || guard.reasonToStay() === null) guard.reload();
  }

  function look(override: DevelopmentOverride, text: string | null): void {
    if (state.status === 'off' || state.status === 'over') return;
    const who = operator();
    if (who?.email.toLowerCase() !== override.email.toLowerCase() || who.userlevel !== 'SUPERADMIN') finish(override, 'session');
    else if (clock.now() >= override.until) finish(override, 'time');
    else if (storage.getItem(DEVELOPMENT_KEY) !== text) finish(override, 'other-tab');
  }

  function takeUp(override: DevelopmentOverride): Promise<void> {
    const text = storage.getItem(DEVELOPMENT_KEY);
    const lookNow = (): void => look(override, text);
    become({ status: 'asking', override });
    // A browser may have lost it; without it the next page could not load from the dev server.
    cookie.set(override);
    clock.every(LOOK_EVERY_MS, lookNow);
    clock.onWake(lookNow);
    otherTabs.subscribe(lookNow);
    options.onOperatorChange(lookNow);
    return askFor(override);
  }

  function begin({ id, address, hours }: DevelopmentRequest): string | null {
    const who = operator();
    const verdict = loopbackOrigin(address);
    const lasts = hours * HOUR_MS;
    if (who?.userlevel !== 'SUPERADMIN') return 'Only a superadmin can turn this on.';
    if (!isRemoteId(id)) return 'The name of a remote is lower case letters, digits and dashes.';
    if (verdict.status === 'refused') return verdict.reason;
    if (!(lasts > 0 && lasts <= LONGEST_DEVELOPMENT_MS)) return `It can last ${LONGEST_DEVELOPMENT_MS / HOUR_MS} hours at most.`;
    if (guard.isSending()) return SENDING;
    const override: DevelopmentOverride = { id, origin: verdict.origin, email: who.email, until: clock.now() + lasts };
    try {
      storage.setItem(DEVELOPMENT_KEY, JSON.stringify(override));
    } catch (error) {
      if (error instanceof DOMException) return 'This browser has no room to store it: clear site data of other pages, and try again.';
      throw error;
    }
    cookie.set(override);
    guard.reload();
    return null;
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
    releaseAmong: (entries) => releaseIn(state, entries),
    begin,
    end: () => {
      if (state.status === 'off') return null;
      if (guard.isSending()) return SENDING;
      finish(state.override, 'operator');
      return null;
    },
    askAgain: async () => {
      if (state.status === 'failed') await askFor(state.override);
    },
  };
}

/** Of a dev server that declares nothing the remote's screens are known from its signed entry; they say what is wrong. */
function releaseIn(state: DevelopmentState, entries: readonly RegistryEntry[]): ChosenRelease | null {
  if (state.status === 'on') return state.release;
  if (state.status !== 'failed') return null;
  const { id, origin } = state.override;
  const entry = entries.find((candidate) => candidate.id === id);
  if (!entry) return null;
  const { declaration, publishedAt, sequence } = entry;
  return { id, sequence, baseUrl: `${origin}/`, publishedAt, declaration, source: 'development', keyId: null, fault: state.error };
}
