import { ACCEPTED_UNSTATED } from '../contract/index.ts';

/** The question before a command that cannot be undone, where its row has none, and the button that answers it. */
interface ForGood {
  readonly message: (imei: string) => string;
  readonly confirm: string;
}

/** By the report that holds the command's history. */
const forGood: Readonly<Record<string, ForGood | undefined>> = {
  deenroll: {
    message: (imei) => `IMEI ${imei} will be de-enrolled. This cannot be undone.`,
    confirm: 'De-enroll device',
  },
};

/** The texts about one command to one device that are not the server's or the command table's. */
export const messages = {
  forGood,
  toOneDevice: (action: string) => `${action} will be sent to this device.`,
  sendAction: (action: string) => `Send ${action}`,
  oneDevice: (imei: string) => `IMEI ${imei}`,
  allDevices: 'All devices',
  refused: 'Nothing was sent to the device',
  unknownOutcome: 'The outcome is not known',
  notSent: 'The command was not sent',
  maybeSentSafely: (detail: string) =>
    `The command may not have been sent. Sending it again is safe: the server does it once only. ${detail}`,
  maybeSent: (detail: string) =>
    `The command may not have been sent. Look into the device's audit before you send it again. ${detail}`,
  acceptedUnstated: `${ACCEPTED_UNSTATED} It is not certain that the command was carried out.`,
  surelyNotSent: (detail: string) => `Nothing left this page. Send it again when the connection is back. ${detail}`,
} as const;
