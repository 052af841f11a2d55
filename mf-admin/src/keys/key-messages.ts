import { t } from '../t.ts';

/** The texts of Key Management (K1, D21). */
export const keyMessages = {
  title: t('Key Management'),
  lead: t('Other systems send commands with these keys, on behalf of the account that made them.'),
  users: t('User Management'),
  newKey: t('New key'),
  newKeyHint: t('The key is shown once, right after it is made.'),
  name: t('Key Name'),
  nameHint: t('The system that will use it, such as Collections'),
  nameMissing: t('The key needs a name of at most 64 characters.'),
  generate: t('Generate Key'),
  generateRefused: t('Error generating the key. Please try again.'),
  unknown: t(
    'The reply was lost, so the key may have been made anyway. The list below has been reloaded. If a new key of ' +
      'this name is there, nobody has seen it: deactivate it, then generate another.',
  ),

  days: t('Lasts for days'),
  daysHint: (days: number | null, most: number | null) =>
    most === null
      ? t('Left empty: as long as the server says.')
      : days === null
        ? t('Left empty: no end. At most {most}.', { most })
        : t('Left empty: {days}. At most {most}.', { days, most }),
  daysWrong: t('Type a number of days that is not above the most.'),
  networks: t('From these addresses only'),
  networksHint: t('Addresses or networks such as 192.0.2.0/24, with commas. Left empty: from anywhere.'),
  perMinute: t('Commands a minute'),
  perMinuteHint: t('Left empty: without a limit.'),
  perMinuteWrong: t('Type a number above 0.'),
  commands: t('Commands that it may send'),
  commandsHint: t('None chosen: every command that your account may send.'),

  owner: t('Owner'),
  lastUse: t('Last use'),
  neverUsed: t('Never used'),
  usedFrom: (when: string, address: string) => t('{when} from {address}', { when, address }),
  expires: t('Expires'),
  noEnd: t('No end'),
  opens: t('Opens'),
  allCommands: t('All commands'),
  anyAddress: t('from anywhere'),
  fromNetworks: (networks: string) => t('from {networks}', { networks }),
  rate: (perMinute: number) => t('at most {perMinute} a minute', { perMinute }),
  revoked: t('revoked'),
  expired: t('expired'),
  revokeAll: t('Revoke all'),
  revokeAllOf: (owner: string, name: string) => t('Revoke all keys of {owner}, {name} among them', { owner, name }),
  revokeTitle: t('Revoke all keys of this account?'),
  revokeQuestion: (owner: string) =>
    t(
      'Every API key of {owner} is refused at once and for good: none of them can be activated again. Commands ' +
        'accepted before that are still carried out.',
      { owner },
    ),
  allRevoked: (owner: string) => t('All keys of {owner} are revoked.', { owner }),

  made: (name: string) => t('Key {name}', { name }),
  key: t('Key'),
  answer: t('Server reply'),
  once: t('Copy it now and hand it over safely. It is not shown again.'),
  copy: t('Copy'),
  copied: t('Copied.'),
  notCopied: t('This browser does not let the console copy. The key is selected: copy it with Ctrl+C or by hand.'),
  closeTitle: t('Close without copying?'),
  closeQuestion: t(
    'The key has not been copied with the button. It is not shown again; without it you have to generate ' + 'another.',
  ),
  haveIt: t('I have the key'),
  backToKey: t('Back to the key'),

  list: t('Keys'),
  fetching: t('Fetching the keys'),
  status: t('Status'),
  createdAt: t('Created At'),
  activate: t('Activate'),
  activated: (name: string) => t('{name} is active.', { name }),
  deactivate: t('Deactivate'),
  deactivated: (name: string) => t('{name} is inactive.', { name }),
  bounds: t('Limits (optional)'),
  of: (action: string, name: string) => `${action} ${name}`,
} as const;
