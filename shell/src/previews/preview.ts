import type { ComponentType } from 'react';
import type { ApiClient } from '@device-console/shared-lib/api';
import type { Subject } from '@device-console/shared-lib/console/host';
import type { ClockPort } from '@device-console/shared-lib/session/host';
import type { UsableRegistry } from '@device-console/shared-lib/trust';
import type { LeaveGuard } from '../common/leave-guard.ts';
import type { Operator } from '../releases/decide.ts';
import type { ChosenRelease } from '../releases/release.ts';

/**
 * A preview that concerns this operator. `on`: it takes the place of the live release. `left` and `failed`: no more, in
 * this session. `offered`: a superadmin may begin it.
 */
export interface Preview {
  readonly release: ChosenRelease;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
  /** Of the live release. */
  readonly liveVersion: string;
  readonly status: 'on' | 'left' | 'failed' | 'offered';
}

/** What the rules of previews need of a page. */
export interface PreviewPage {
  readonly api: ApiClient;
  readonly clock: ClockPort;
  /** The best known time of the server, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly operator: () => Operator | null;
  readonly onOperatorChange: (listener: () => void) => void;
}

/** Of the link of a preview. */
interface PreviewLink {
  readonly id: string;
  readonly code: string;
}

/** Decides which previews this operator tries; in a chunk of its own. */
export interface PreviewRules {
  /** Finds out which previews of a registry concern this operator. */
  readonly look: (registry: UsableRegistry) => Promise<void>;
  /** Its live release is shown for the rest of the session. */
  readonly leave: (preview: Preview) => void;
  /** Shows again what was left, or has failed. */
  readonly again: (preview: Preview) => void;
  readonly failed: (release: ChosenRelease) => void;
  /** Begins a preview by the code of its link, or as a superadmin. Returns why not. */
  readonly begin: (id: string, code: string | null) => Promise<string | null>;
  /** Ends it for everybody. Returns why not. */
  readonly end: (preview: Preview) => Promise<string | null>;
  readonly mayEnd: () => boolean;
  /** What a link would begin; null if it leads to no preview that runs. */
  readonly linked: (link: PreviewLink) => Promise<Preview | null>;
}

/** Null until a preview may concern this page. */
export type PreviewsState = {
  readonly previews: readonly Preview[];
  readonly rules: PreviewRules;
  readonly Banner: ComponentType<PreviewBannerProps>;
} | null;

/** The previews of a page. */
export interface Previews
  extends Pick<PreviewRules, 'look' | 'failed'>, Pick<Subject<PreviewsState>, 'subscribe' | 'getSnapshot'> {
  /** The releases that take the place of the live ones, by remote. */
  readonly releases: () => ReadonlyMap<string, ChosenRelease>;
}

export interface PreviewNoticesProps {
  readonly previews: Previews;
  readonly guard: Pick<LeaveGuard, 'typed'>;
  readonly shownRemote: string | undefined;
  /** Shows the remote's wanted release at once. */
  readonly onChange: (id: string) => void;
}

export interface PreviewBannerProps extends Omit<PreviewNoticesProps, 'previews'> {
  readonly previews: readonly Preview[];
  readonly rules: PreviewRules;
}
