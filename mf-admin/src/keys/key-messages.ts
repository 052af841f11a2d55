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
  activateTitle: t('Activate this key?'),
  activateQuestion: (name: string) => t('Whoever holds {name} can send commands again at once.', { name }),
  activated: (name: string) => t('{name} is active.', { name }),
  deactivate: t('Deactivate'),
  deactivateTitle: t('Deactivate this key?'),
  deactivateQuestion: (name: string) =>
    t(
      'Every system that uses {name} is refused at once, until the key is activated again. Commands ' +
        'accepted before that are still carried out.',
      { name },
    ),
  deactivated: (name: string) => t('{name} is inactive.', { name }),
  of: (action: string, name: string) => `${action} ${name}`,
} as const;
