import { t } from '../t.ts';
import type { Finding } from './look-at-list.ts';

/** The texts of the look at a list before its batch (D5b). */
export const preflightMessages = {
  title: t('What the server knows of these devices'),
  looking: t('Looking at the devices; nothing is sent yet'),
  skip: t('Go on without looking'),
  failed: t('The devices could not be looked at'),
  failedHelp: t('Nothing was sent. The batch can be started all the same: what is unknown is found out then.'),
  again: t('Look again'),
  nothing: (count: string) =>
    t(
      '{count, plural, one {The device takes} other {All {count} devices take}} commands, and nothing speaks against ' +
        'this one.',
      { count },
    ),
  nobodyLeft: t('Every device is left out: there is nothing to send.'),
  leftOut: t('Left out by you'),
  findings: {
    unknown: (count: string) => t('Leave out {count} that are not registered', { count }),
    released: (count: string) => t('Leave out {count} that are released and take no commands', { count }),
    'de-enrolled': (count: string) => t('Leave out {count} that are de-enrolled and take no commands', { count }),
    'other-batch': (count: string) => t('Leave out {count} that stand in another unfinished batch', { count }),
    same: (count: string) => t('Leave out {count} whose last command was this one', { count }),
    recent: (count: string) => t('Leave out {count} that got some command within the last hour', { count }),
  } satisfies Readonly<Record<Finding, (count: string) => string>>,
  choose: t('Nothing is left out unless you choose it.'),
} as const;
