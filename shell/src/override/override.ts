import { createSubject } from '@device-console/shared-lib/console/host';
import type { RegistryEntry } from '@device-console/shared-lib/remote/host';
import type { ClockPort } from '@device-console/shared-lib/session/host';
import {
  DEVELOPMENT_KEY,
  isRemoteId,
  LONGEST_DEVELOPMENT_MS,
  loopbackOrigin,
  readOverride,
  type DevelopmentOverride,
} from '@device-console/shared-lib/trust';
import type { LeaveGuard } from '../common/leave-guard.ts';
import type { Operator } from '../releases/decide.ts';
import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import { askDevServer } from './dev-server.ts';
import { t } from '../t.ts';

/** `over`: it has ended and the page is about to reload. */
export type OverrideState =
  | { readonly status: 'off' }
  | { readonly status: 'asking'; readonly override: DevelopmentOverride }
  | { readonly status: 'on'; readonly override: DevelopmentOverride; readonly release: ChosenRelease }
  | { readonly status: 'failed'; readonly override: DevelopmentOverride; readonly error: RemoteLoadError }
  | { readonly status: 'over'; readonly override: DevelopmentOverride; readonly why: EndOfOverride };

type EndOfOverride = 'operator' | 'time' | 'other-tab' | 'session';

interface DevelopmentRequest {
  readonly id: string;
  readonly address: string;
  readonly hours: number;
}

export interface OverridePage {
  readonly operator: () => Operator | null;
  readonly onOperatorChange: (listener: () => void) => void;
  readonly guard: Pick<LeaveGuard, 'isSending' | 'reasonToStay' | 'reload'>;
  readonly clock: ClockPort;
}

/** One remote from a dev server on this computer. */
export type Override = ReturnType<typeof createOverride>;

const CHECK_EVERY_MS = 1_000;
const HOUR_MS = 3_600_000;

const SENDING_TEXT = t(
  'A batch is running on this page, which has to be reloaded for it. Pause the batch, or wait until it ' +
    'is complete.',
);

/**
 * Uses the override stored in this browser if it belongs to this operator and has not expired; removes anything else.
 */
export function createOverride(page: OverridePage) {
  const { clock, guard, onOperatorChange } = page;
  const { subscribe, getSnapshot, set } = createSubject<OverrideState>({ status: 'off' });

  async function askFor(override: DevelopmentOverride): Promise<void> {
    const next = await stateOf(override);
    const { status } = getSnapshot();
    if (status === 'asking' || status === 'failed') set(next);
  }

  function finish(override: DevelopmentOverride, why: EndOfOverride): void {
    // Another tab may have turned on an override since; leave it.
    if (why !== 'other-tab') clearStored();
    set({ status: 'over', override, why });
    // A new session must never continue with this one's code in its page.
    if (why === 'session' || why === 'operator' || guard.reasonToStay() === null) guard.reload();
  }

  function activate(override: DevelopmentOverride): Promise<void> {
    const text = storedText();
    const check = (): void => {
      const { status } = getSnapshot();
      if (status === 'off' || status === 'over') return;
      const why = endOf(override, page) ?? (storedText() === text ? null : 'other-tab');
      if (why) finish(override, why);
    };
    set({ status: 'asking', override });
    // If the browser lost it, the next page could not load from the dev server.
    setCookie(override);
    clock.every(CHECK_EVERY_MS, check);
    clock.onWake(check);
    window.addEventListener('storage', check);
    onOperatorChange(check);
    return askFor(override);
  }

  const clearUnusable = (): void => {
    if (getSnapshot().status === 'off' && !readStored(page)) clearStored();
  };

  const found = readStored(page);
  clearUnusable();
  // A logout ends it here too, on a page that does not use it.
  onOperatorChange(clearUnusable);
  return {
    subscribe,
    getSnapshot,
    /** Settles once the release is known or its time is up; at once without an override. */
    settled: found ? activate(found) : Promise.resolve(),
    /** The release that replaces its remote's, or joins these entries' remotes; null for none. */
    releaseAmong: (entries: readonly RegistryEntry[]): ChosenRelease | null => releaseIn(getSnapshot(), entries),
    /** The dev server's files run without hashes while the override lasts; other remotes' never do. */
    mayRunUnsigned: (url: string): boolean => {
      const state = getSnapshot();
      return state.status === 'on' && url.startsWith(state.release.baseUrl);
    },
    begin: (request: DevelopmentRequest): string | null => begin(request, page),
    /** Ends it and reloads the page; returns why it cannot. */
    end: (): string | null => {
      const state = getSnapshot();
      if (state.status === 'off') return null;
      if (guard.isSending()) return SENDING_TEXT;
      finish(state.override, 'operator');
      return null;
    },
    retry: async (): Promise<void> => {
      const state = getSnapshot();
      if (state.status === 'failed') await askFor(state.override);
    },
  };
}

/** The stored text tells one override from another. */
const storedText = (): string | null => localStorage.getItem(DEVELOPMENT_KEY);

/** Null if this operator may not use it now. */
function readStored({ operator, clock }: OverridePage): DevelopmentOverride | null {
  const who = operator();
  return who && readOverride(storedText(), { ...who, now: clock.now() });
}

/** Returns why the browser did not store it. */
function store(override: DevelopmentOverride): string | null {
  try {
    localStorage.setItem(DEVELOPMENT_KEY, JSON.stringify(override));
  } catch (error) {
    if (error instanceof DOMException)
      return t('This browser has no room to store it: clear site data of other pages, and try again.');
    throw error;
  }
  setCookie(override);
  return null;
}

function clearStored(): void {
  localStorage.removeItem(DEVELOPMENT_KEY);
  document.cookie = developmentCookie(null, location.protocol);
}

function setCookie(override: DevelopmentOverride): void {
  document.cookie = developmentCookie(override, location.protocol);
}

/**
 * The cookie that makes the server allow one dev server in the security policy of this browser's pages; null clears it.
 * Its host and port are not secret, and it gives no access: the stored override and the session decide what runs.
 * Browsers send it to this host only, not with requests of other sites, and accept its prefix only over https. Read by
 * tooling/lib/static-server.ts.
 */
export function developmentCookie(
  override: Pick<DevelopmentOverride, 'origin' | 'until'> | null,
  protocol: string,
): string {
  const [prefix, secure] = protocol === 'https:' ? ['__Host-', '; Secure'] : ['', ''];
  const value = override
    ? `${new URL(override.origin).host}; Expires=${new Date(override.until).toUTCString()}`
    : '; Max-Age=0';
  return `${prefix}console-development=${value}; Path=/; SameSite=Strict${secure}`;
}

/** Stores an override and reloads the page, or returns why not. */
function begin({ id, address, hours }: DevelopmentRequest, { operator, clock, guard }: OverridePage): string | null {
  const result = loopbackOrigin(address);
  const lasts = hours * HOUR_MS;
  if (!isRemoteId(id)) return t('The name of a remote is lower case letters, digits and dashes.');
  if (result.status === 'refused') return result.reason;
  if (!(lasts > 0 && lasts <= LONGEST_DEVELOPMENT_MS))
    return t('It can last {hourMs} hours at most.', { hourMs: LONGEST_DEVELOPMENT_MS / HOUR_MS });
  const who = operator();
  if (who?.userlevel !== 'SUPERADMIN') return t('Only a superadmin can turn this on.');
  if (guard.isSending()) return SENDING_TEXT;
  const refusal = store({ id, origin: result.origin, email: who.email, until: clock.now() + lasts });
  if (refusal === null) guard.reload();
  return refusal;
}

async function stateOf(override: DevelopmentOverride): Promise<OverrideState> {
  try {
    return { status: 'on', override, release: await askDevServer(override) };
  } catch (error) {
    if (error instanceof RemoteLoadError) return { status: 'failed', override, error };
    throw error;
  }
}

/** If nothing is declared, the screens come from the remote's signed entry and show the fault. */
function releaseIn(state: OverrideState, entries: readonly RegistryEntry[]): ChosenRelease | null {
  if (state.status === 'on') return state.release;
  if (state.status !== 'failed') return null;
  const { id, origin } = state.override;
  const entry = entries.find((candidate) => candidate.id === id);
  if (!entry) return null;
  const { declaration, publishedAt, sequence } = entry;
  const release = { id, sequence, baseUrl: `${origin}/`, publishedAt, declaration, keyId: null };
  return { ...release, source: 'development', fault: state.error };
}

function endOf({ email, until }: DevelopmentOverride, { operator, clock }: OverridePage): EndOfOverride | null {
  const who = operator();
  if (who?.email.toLowerCase() !== email.toLowerCase() || who.userlevel !== 'SUPERADMIN') return 'session';
  return clock.now() >= until ? 'time' : null;
}
