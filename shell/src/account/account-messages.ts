import { t } from '../t.ts';

/** The texts of the page of one's own account (S12, P3). */
export const accountMessages = {
  lead: (email: string) => t('Logged in as {email}.', { email }),
  refresh: t('Refresh'),
  retry: t('Retry'),
  sessions: t('Where you are logged in'),
  sessionsHint: t('End what you do not know, then change your password. A session ends by itself when nobody uses it.'),
  fetching: t('Fetching your sessions'),
  fetchFailed: t('Your sessions cannot be shown now'),
  started: t('Logged in'),
  lastUse: t('Last use'),
  address: t('Address'),
  expires: t('Ends at the latest'),
  actions: t('Actions'),
  thisOne: t('This session'),
  from: (when: string, address: string) => t('{when} from {address}', { when, address }),
  end: t('End'),
  endOf: (started: string, address: string) => t('End the session of {started} from {address}', { started, address }),
  endTitle: t('End this session?'),
  endQuestion: (started: string, address: string) =>
    t('The session of {started} from {address} is over at once. A batch that it sends pauses until somebody logs in.', {
      started,
      address,
    }),
  endOthers: t('End all others'),
  endOthersTitle: t('End all other sessions?'),
  endOthersQuestion: t('You stay logged in here alone. Batches that the others send pause until somebody logs in.'),
  noOthers: t('You are logged in here alone.'),
  password: t('Password'),
  passwordHint: t('Changing it ends your other sessions and revokes your API keys for good. You stay logged in here.'),
  givenTitle: t('Choose your own password'),
  given: t(
    'An admin chose the password that you have logged in with. Choose one that only you know; then everything else ' +
      'opens.',
  ),
  current: t('Current Password'),
  givenCurrent: t('The one that you have just logged in with.'),
  newHint: t(
    'At least 10 characters. Three or four words that do not belong together are easy to keep in mind and hard to ' +
      'guess.',
  ),
  change: t('Change password'),
  refused: t('The server refused this without saying why.'),
  unknown: t('The outcome is not known. Reload the list before you try again.'),
} as const;
