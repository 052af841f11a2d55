import {
  isRemoteId,
  LONGEST_DEVELOPMENT_MS,
  LONGEST_PREVIEW_MS,
  loopbackOrigin,
  type StoredOverride,
} from '@device-console/shared-lib/trust';
import type { ClockPort } from '@device-console/shared-lib/session';
import type { LeaveGuard } from '../common/leave-guard.ts';
import type { Operator } from '../releases/choose-release.ts';
import type { OverrideStorage } from './override-storage.ts';
import type { UsablePreview } from './preview.ts';
import { t } from '../t.ts';

/** What a superadmin asks for. */
export interface DevelopmentRequest {
  readonly id: string;
  readonly address: string;
  readonly hours: number;
}

const HOUR_MS = 3_600_000;

/** Why an override neither begins nor ends while a batch sends. */
export const SENDING_TEXT = t(
  'A batch is running on this page, which has to be reloaded for it. Pause the batch, or wait until it ' +
    'is complete.',
);

interface StartOptions {
  readonly stored: Pick<OverrideStorage, 'write'>;
  readonly operator: () => Operator | null;
  readonly clock: Pick<ClockPort, 'now'>;
  readonly guard: Pick<LeaveGuard, 'isSending' | 'reload'>;
  readonly allowsDevelopment: boolean;
}

/** What turns an override on: each stores it and reloads the page, or returns why it did not. */
export interface OverrideStart {
  readonly begin: (request: DevelopmentRequest) => string | null;
  /** The same with a preview that was read. */
  readonly turnOnPreview: (found: UsablePreview) => string | null;
}

/** Makes what turns overrides on. */
export function createOverrideStart({
  stored,
  operator,
  clock,
  guard,
  allowsDevelopment,
}: StartOptions): OverrideStart {
  function turnOn(make: (email: string) => StoredOverride): string | null {
    const who = operator();
    if (who?.userlevel !== 'SUPERADMIN') return t('Only a superadmin can turn this on.');
    if (guard.isSending()) return SENDING_TEXT;
    const refusal = stored.write(make(who.email));
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
