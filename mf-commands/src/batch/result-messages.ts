import { t } from '../t.ts';

/** Why a device of a batch has its status, where the server gave no words for it. */
export const resultMessages = {
  notSent: t('It was not sent.'),
  maybeSent: t('It may have been sent: the answer was lost or not clear.'),
  notFound: t('The server has no such device, or does not take the command for it.'),
} as const;
