import { t } from '../t.ts';

/** The texts of one's own second factors (S15, S16, S19). */
export const factorMessages = {
  title: t('Second factor'),
  hint: t(
    'With a second factor nobody gets in by your password alone: the login asks for a code of your phone, or for a ' +
      'passkey, too.',
  ),
  needed: t('Your role needs a second factor. Add one now; everything else opens once you have it.'),
  none: t('You have no second factor.'),
  fetching: t('Fetching your second factors'),
  fetchFailed: t('Your second factors cannot be shown now'),
  kinds: { totp: t('Authenticator app'), passkey: t('Passkey') },
  added: (when: string) => t('Added {when}', { when }),
  used: (when: string) => t('Last used {when}', { when }),
  neverUsed: t('Not used yet'),
  addApp: t('Add an authenticator app'),
  addPasskey: t('Add a passkey'),
  noPasskeys: t('This page has no https address, so your browser makes no passkeys for it. Add an app instead.'),
  remove: t('Remove'),
  removeOf: (name: string) => t('Remove {name}', { name }),
  removeTitle: t('Remove this second factor?'),
  removeQuestion: (name: string) =>
    t('{name} opens nothing any more, and your other sessions end. With the last one go your recovery codes.', {
      name,
    }),
  name: t('Name'),
  appName: t('Phone'),
  passkeyName: t('Security key'),
  nameHint: t('What you will know it by, such as "Work phone".'),
  scan: t('Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or FreeOTP.'),
  picture: t('QR code for the authenticator app'),
  byHand: t('Key to type in, if you cannot scan'),
  open: t('Open in an app on this device'),
  code: t('Code that the app shows'),
  codeHint: t('Six digits; a new code comes every half a minute.'),
  add: t('Add'),
  beginning: t('One moment'),
  cancel: t('Cancel'),
  passkeyHint: t('Your browser asks for a security key, your fingerprint or the lock of this device.'),
  passkeyFailed: t('The browser made no passkey. Nothing was added; try again, or add an app.'),
  recoveryLeft: (count: number) =>
    t(
      '{count, plural, =0 {You have no recovery codes left. Make new ones.} one {You have {count} recovery code ' +
        'left. Make new ones soon.} other {You have {count} recovery codes left.}}',
      { count },
    ),
  renew: t('Make new recovery codes'),
  renewTitle: t('Make new recovery codes?'),
  renewQuestion: t('The codes that you have count no more, and your other sessions end.'),
  codesTitle: t('Your recovery codes'),
  codesHint: t(
    'Keep them where nobody else finds them, and not on your phone alone. Each opens one login when your phone is ' +
      'lost. They are shown only now.',
  ),
  copy: t('Copy'),
  print: t('Print'),
  download: t('Download'),
  copied: t('Copied.'),
  notCopied: t('The browser did not copy. Select the codes and copy them, print them or download them.'),
  kept: t('I have kept them'),
  close: t('Close'),
} as const;
