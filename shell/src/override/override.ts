import { createSubject } from '@device-console/shared-lib/console';
import type { RegistryEntry } from '@device-console/shared-lib/remote';
import type { ClockPort, OtherTabsPort } from '@device-console/shared-lib/session';
import {
  DEVELOPMENT_KEY,
  isRemoteId,
  LONGEST_DEVELOPMENT_MS,
  LONGEST_PREVIEW_MS,
  loopbackOrigin,
  readOverride,
  type DevelopmentOverride,
  type PreviewName,
  type RemotePreview,
  type StoredOverride,
} from '@device-console/shared-lib/trust';
import type { LeaveGuard } from '../common/leave-guard.ts';
import type { Operator } from '../releases/decide.ts';
import type { ChosenRelease } from '../releases/release.ts';
import type { RemoteLoadError } from '../releases/remote-load-error.ts';
import type { OverrideReaders, PreviewAnswer, UsablePreview } from './override-readers.ts';
import { t } from '../t.ts';

/** What this page does about an override. `over`: it has ended, and the page waits to be reloaded. */
export type OverrideState =
  | { readonly status: 'off' }
  | { readonly status: 'asking'; readonly override: StoredOverride }
  | { readonly status: 'on'; readonly override: StoredOverride; readonly release: ChosenRelease }
  | { readonly status: 'failed'; readonly override: StoredOverride; readonly error: RemoteLoadError }
  | { readonly status: 'over'; readonly override: StoredOverride; readonly why: EndOfOverride };

/** What ended an override: the button, its time, another tab, or another session. */
type EndOfOverride = 'operator' | 'time' | 'other-tab' | 'session';

/** What a superadmin asks for. */
interface DevelopmentRequest {
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
  /** Stores an override and reloads the page; returns why it did not. */
  readonly begin: (request: DevelopmentRequest) => string | null;
  /** The same with a preview that was read. */
  readonly turnOnPreview: (found: UsablePreview) => string | null;
  /** Reads and verifies a preview for whoever is logged in; turns nothing on. */
  readonly readPreview: (wanted: PreviewName) => Promise<PreviewAnswer>;
  /** Ends it and reloads the page; returns why it did not. */
  readonly end: () => string | null;
  /** Asks again where it failed. */
  readonly retry: () => Promise<void>;
}

/**
 * The cookie that makes the server allow one dev server in the policy of this browser's pages. It holds the dev
 * server's host and port, which are no secret, and opens nothing by itself: what runs is decided by the stored override
 * and the session.
 */
export interface DevelopmentCookie {
  readonly set: (override: Pick<DevelopmentOverride, 'origin' | 'until'>) => void;
  readonly clear: () => void;
}

/** What an override rests on. */
export interface OverrideOptions extends OverrideReaders {
  readonly operator: () => Operator | null;
  readonly onOperatorChange: (listener: () => void) => void;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly cookie: DevelopmentCookie;
  readonly clock: ClockPort;
  readonly otherTabs: OtherTabsPort;
  readonly allowsDevelopment: boolean;
  /** The address of a preview's document. */
  readonly previewUrl: (wanted: PreviewName) => string;
  readonly guard: Pick<LeaveGuard, 'isSending' | 'reasonToStay' | 'reload'>;
}

const CHECK_EVERY_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Why an override neither begins nor ends while a batch sends. */
const SENDING_TEXT = t(
  'A batch is running on this page, which has to be reloaded for it. Pause the batch, or wait until it ' +
    'is complete.',
);

/**
 * Uses the override that this browser has stored, if it is this operator's and in time; anything else that is stored is
 * removed.
 */
export function createOverride(options: OverrideOptions): Override {
  const { operator, clock, otherTabs, guard, allowsDevelopment, onOperatorChange } = options;
  const { subscribe, getSnapshot, set } = createSubject<OverrideState>({ status: 'off' });
  const stored = overrideStorage(options);

  async function askFor(override: StoredOverride): Promise<void> {
    const next = await stateOf(override, options);
    const { status } = getSnapshot();
    if (status === 'asking' || status === 'failed') set(next);
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
    onOperatorChange(check);
    return askFor(override);
  }

  const clearUnusable = (): void => {
    if (getSnapshot().status === 'off' && !stored.read()) stored.clear();
  };

  const found = stored.read();
  clearUnusable();
  // A logout ends it here too, on a page that does not use it.
  onOperatorChange(clearUnusable);
  const settled = found ? activate(found) : Promise.resolve();
  return {
    subscribe,
    getSnapshot,
    settled,
    allowsDevelopment,
    releaseAmong: (entries) => releaseIn(getSnapshot(), entries, options),
    ...overrideStart(options, stored.write),
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

/** The override that a browser has stored, and the cookie that goes with it. */
function overrideStorage({ operator, storage, cookie, clock, allowsDevelopment }: OverrideOptions) {
  const readText = (): string | null => storage.getItem(DEVELOPMENT_KEY);
  const setCookie = (override: StoredOverride): void => {
    if (override.source === 'development') cookie.set(override);
    else cookie.clear();
  };
  return {
    /** What is stored, if this operator may use it now. */
    read: (): StoredOverride | null => {
      const who = operator();
      const found = who && readOverride(readText(), { ...who, now: clock.now() });
      return found?.source === 'development' && !allowsDevelopment ? null : found;
    },
    /** What is stored as text, whatever it is; tells one override from another. */
    readText,
    /** Returns why the browser did not store it. */
    write: (override: StoredOverride): string | null => {
      try {
        storage.setItem(DEVELOPMENT_KEY, JSON.stringify(override));
      } catch (error) {
        if (error instanceof DOMException)
          return t('This browser has no room to store it: clear site data of other pages, and try again.');
        throw error;
      }
      setCookie(override);
      return null;
    },
    setCookie,
    clear: () => {
      storage.removeItem(DEVELOPMENT_KEY);
      cookie.clear();
    },
  };
}

/** What turns overrides on: each stores it and reloads the page, or returns why it did not. */
function overrideStart(
  { operator, clock, guard, allowsDevelopment }: OverrideOptions,
  write: (override: StoredOverride) => string | null,
): Pick<Override, 'begin' | 'turnOnPreview'> {
  function turnOn(make: (email: string) => StoredOverride): string | null {
    const who = operator();
    if (who?.userlevel !== 'SUPERADMIN') return t('Only a superadmin can turn this on.');
    if (guard.isSending()) return SENDING_TEXT;
    const refusal = write(make(who.email));
    if (refusal === null) guard.reload();
    return refusal;
  }
  return {
    begin: ({ id, address, hours }) => {
      const result = loopbackOrigin(address);
      const lasts = hours * HOUR_MS;
      if (!allowsDevelopment) return 'config.json of this console does not allow development.';
      if (!isRemoteId(id)) return t('The name of a remote is lower case letters, digits and dashes.');
      if (result.status === 'refused') return result.reason;
      if (!(lasts > 0 && lasts <= LONGEST_DEVELOPMENT_MS))
        return t('It can last {hourMs} hours at most.', { hourMs: LONGEST_DEVELOPMENT_MS / HOUR_MS });
      const { origin } = result;
      return turnOn((email) => ({ source: 'development', id, origin, email, until: clock.now() + lasts }));
    },
    turnOnPreview: ({ preview: { id, name, declaration }, lastsMs }) => {
      // This computer's clock may be wrong; how long it lasts is the server's to say.
      const until = clock.now() + Math.min(lastsMs, LONGEST_PREVIEW_MS);
      const { version } = declaration;
      return turnOn((email) => ({ source: 'preview', id, name, version, email, until }));
    },
  };
}

/** The release that a verified preview names. */
export function releaseOfPreview({ id, baseUrl, publishedAt, declaration, keyId }: RemotePreview): ChosenRelease {
  return { id, sequence: 0, baseUrl, publishedAt, declaration, source: 'preview', keyId };
}

/** What became of an override: its release, or why there is none. */
async function stateOf(override: StoredOverride, { ask, readPreview }: OverrideReaders): Promise<OverrideState> {
  const answer = override.source === 'development' ? await ask(override) : await readPreview(override, override.email);
  if (answer.status === 'failed') return { status: 'failed', override, error: answer.error };
  const release = answer.status === 'declared' ? answer.release : releaseOfPreview(answer.found.preview);
  return { status: 'on', override, release };
}

/** Where nothing is declared the remote's screens are known from its signed entry; they say what is wrong. */
function releaseIn(
  state: OverrideState,
  entries: readonly RegistryEntry[],
  { previewUrl }: Pick<OverrideOptions, 'previewUrl'>,
): ChosenRelease | null {
  if (state.status === 'on') return state.release;
  if (state.status !== 'failed') return null;
  const { override, error: fault } = state;
  const { id, source } = override;
  const entry = entries.find((candidate) => candidate.id === id);
  if (!entry) return null;
  const { declaration, publishedAt, sequence } = entry;
  const baseUrl = override.source === 'development' ? `${override.origin}/` : previewUrl(override);
  return { id, sequence, baseUrl, publishedAt, declaration, source, keyId: null, fault };
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
