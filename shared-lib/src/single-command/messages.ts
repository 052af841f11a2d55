import { ACCEPTED_UNSTATED } from '../contract/index.ts';
import { t } from '../i18n/own.ts';

/** The question before a command that cannot be undone, where its row has none, and the button that answers it. */
interface ForGood {
  readonly message: (imei: string) => string;
  readonly confirm: string;
}

/** By the report that holds the command's history. */
const forGood: Readonly<Record<string, ForGood | undefined>> = {
  deenroll: {
    message: (imei) => t('IMEI {imei} will be de-enrolled. This cannot be undone.', { imei }),
    confirm: t('De-enroll device'),
  },
};

/** The texts about one command to one device that are not the server's or the command table's. */
export const messages = {
  forGood,
  oneDevice: (imei: string) => t('IMEI {imei}', { imei }),
  allDevices: t('All devices'),
  refused: t('Nothing was sent to the device'),
  waits: t('It waits for a second person'),
  unknownOutcome: t('The outcome is not known'),
  notSent: t('The command was not sent'),
  maybeSentSafely: (why: string) =>
    t('{why} The command may not have been sent. Sending it again is safe: the server does it once only.', { why }),
  maybeSent: (why: string) =>
    t("{why} The command may not have been sent. Look into the device's audit before you send it again.", { why }),
  acceptedUnstated: t('{acceptedUnstated} It is not certain that the command was carried out.', {
    acceptedUnstated: ACCEPTED_UNSTATED,
  }),
  surelyNotSent: t('Nothing left this page. Send it again when the connection is back.'),
} as const;
