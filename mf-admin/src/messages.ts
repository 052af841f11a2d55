import { t } from './t.ts';

/** The texts of this remote that are not the server's; those of the specification stand letter for letter. */
export const messages = {
  fetchFailed: t('Cannot fetch the data now, please try again.'),
  noResults: t('No results found'),
  retry: t('Retry'),
  refresh: t('Refresh'),
  cancel: t('Cancel'),
  close: t('Close'),
  actions: t('Actions'),

  unknownOutcome: t('The outcome is not known'),
  notSent: t('Nothing was sent'),
  refused: t('The server refused this without saying why.'),
  maybeDone: t(
    'The reply was lost, so the change may have been made anyway. The list has been reloaded: check it before you ' +
      'try again.',
  ),
  surelyNotDone: t('Nothing reached the server. Try again when the connection is back.'),

  discard: {
    title: t('Leave without saving?'),
    message: t('Your changes will be lost.'),
    leave: t('Leave'),
    stay: t('Stay here'),
  },
} as const;

/** The texts of User Management (U1 to U4). */
export const userMessages = {
  title: t('User Management'),
  keys: t('Key Management'),
  list: t('Users'),
  exportName: t('users'),
  fetching: t('Fetching the users'),
  noPermission: t('No Permission'),
  allPermissions: t('All'),
  allPermissionsHelp: t('Admins may open every screen and send every command.'),
  andMore: (first: string, count: string) => t('{first} and {count} more', { first, count }),

  add: t('Add User'),
  edit: t('Edit User'),
  editOne: t('Edit'),
  save: t('Save'),
  added: t('User Added successfully'),
  updated: t('User updated successfully'),
  addRefused: t('Error updating user'),
  addException: t('Please try after sometime'),
  editRefused: t('Error saving user. Please try again.'),
  incomplete: t('Please fill all required fields.'),

  email: t('Email'),
  emailHint: (domains: string, first: string) =>
    t('Must end with {domains}. Without a domain it becomes @{first}.', { domains, first }),
  emailDomain: t('Invalid email domain.'),
  phone: t('Phone'),
  phoneHint: t('10 digits, without the country code'),
  phoneInvalid: t('Enter a valid 10 digits number.'),
  password: t('Password'),
  passwordHint: t(
    'At least 10 characters. Three or four words that do not belong together are easy to keep in mind and ' +
      'hard to guess; leave out the e-mail, the phone and the company name.',
  ),
  passwordShort: t('The password needs at least 10 characters.'),

  suggestPassword: t('Suggest a password'),
  suggestedPassword: t('Suggested password'),
  suggestedOnce: t('Copy it now and hand it over safely. It is not shown again.'),
  copyPassword: t('Copy the suggested password'),
  passwordCopied: t('Copied.'),
  passwordNotCopied: t(
    'This browser does not let the console copy. The password is selected: copy it with Ctrl+C or by ' + 'hand.',
  ),
  presets: t('Start with'),
  copyFrom: t('Copy from a user'),
  chooseUser: t('Choose a user'),
  permissions: t('Permissions'),
  fetchingPermissions: t('Fetching the permissions'),
  findPermission: t('Find a permission'),
  chosen: (count: number, total: number) => t('{count} of {total} chosen', { count, total }),
  selectAll: t('Select all'),
  selectNone: t('Select none'),
  selectFound: (count: number) => t('Select the {count} found', { count }),
  unselectFound: (count: number) => t('Unselect the {count} found', { count }),
  noneFound: t('No permission matches.'),
  unknownPermission: (id: number) => t('Number {id}, which is not in the list', { id }),
  unreadablePermissions: (texts: string) =>
    t('This user has permissions that cannot be read and will be lost when you save: {texts}.', { texts }),

  more: t('Manage'),
  invite: t('Invite a user'),
  inviteHint: t(
    'The person gets a mail with a link that works once, for 72 hours, and chooses the password. Nobody else knows it.',
  ),
  givenHint: (days: number) =>
    t(
      'Tell the person this password yourself. It works for {days} days: the first login asks for one of their own, ' +
        'which nobody else knows.',
      { days },
    ),
  sendInvitation: t('Send an invitation'),
  invited: (email: string) => t('An invitation is on its way to {email}.', { email }),
  invitation: (isOpen: boolean) => (isOpen ? t('Invited') : t('Invitation over')),
  inviteAgain: t('Invite again…'),
  inviteAgainTitle: t('Send another invitation?'),
  inviteAgainQuestion: (email: string) => t('The link that {email} has counts no more then.', { email }),
  makeRole: (role: string) => t('Make {role}…', { role }),
  roleTitle: (role: string) => t('Change the role to {role}?', { role }),
  roleQuestion: (email: string, role: string) =>
    t(
      '{email} may do what {role} may from the next login on. Every session of theirs ends at once, and their API ' +
        'keys are revoked for good.',
      { email, role },
    ),
  roleChanged: (email: string, role: string) => t('{email} is {role} now.', { email, role }),
  delete: t('Delete…'),
  deleteAccount: t('Delete the account'),
  deleteTitle: t('Delete this account?'),
  deleteQuestion: (email: string) =>
    t(
      'Nobody can log in as {email} any more, and this cannot be undone. Sessions and API keys end at once. E-mail ' +
        'and phone are free for a new account; audit and reports go on naming {email}.',
      { email },
    ),
  deleted: (email: string) => t('The account of {email} is deleted.', { email }),
  keysRevoked: t('Their API keys are revoked for good.'),

  ownAccount: t('Your account'),
  ownAccountHelp: t(
    'You cannot log yourself out or disable yourself here. Logout in the menu ends your session; another ' +
      'admin can disable your account.',
  ),

  online: t('Online'),
  offline: t('Offline'),
  logOut: t('Log out'),
  logOutTitle: t('Log this user out?'),
  logOutQuestion: (email: string) =>
    t(
      'Every session of {email} ends at once, on every computer. A batch of theirs pauses until they log in ' +
        'again.',
      { email },
    ),
  loggedOut: (email: string) => t('{email} is logged out.', { email }),

  disable: t('Disable'),
  disableTitle: t('Disable this user?'),
  disableQuestion: (email: string) =>
    t('Every session of {email} ends at once, and they cannot log in until they are enabled again.', { email }),
  disabled: (email: string) => t('{email} is disabled.', { email }),
  enable: t('Enable'),
  enableTitle: t('Enable this user?'),
  enableQuestion: (email: string) => t('{email} can log in again, with the permissions shown in the list.', { email }),
  enabled: (email: string) => t('{email} is enabled.', { email }),
  of: (action: string, email: string) => `${action} ${email}`,
} as const;

/** Usual work, whose permissions one press chooses. */
export const presetTitles = {
  collections: t('Collections'),
  support: t('Support'),
  reports: t('Reporting'),
} as const;

/** What permissions are for, as the list of a user's permissions is divided. */
export const permissionGroupTitles = {
  look: t('Look up and report'),
  lock: t('Lock and block'),
  notify: t('Notify and alarm'),
  restrict: t('Apps and camera'),
  wallpaper: t('Wallpaper'),
  credit: t('Credit'),
  release: t('Release'),
  others: t('Others'),
} as const;

/** The texts of the operator audit. */
export const auditMessages = {
  title: t('Operator Audit'),
  lead: t('Who did what, when and from where, and with what result.'),
  unknownToServer: t('This server keeps no audit of its operators.'),
  unknownToServerHelp: t('Its reports show who sent which command.'),
  search: t('Search'),
  stop: t('Stop'),
  quickRanges: t('Quick ranges'),
  zone: (zone: string) => t('Whole days of {zone}', { zone }),
  startDate: t('StartDate'),
  endDate: t('EndDate'),
  account: t('Account'),
  accountHint: t('Any part of the e-mail'),
  call: t('Call'),
  kinds: { actions: t('All actions'), reads: t('All reads'), both: t('Actions and reads') },
  imei: t('IMEI'),
  imeiHint: t('Any part of the IMEI'),
  outcome: t('Outcome'),
  allOutcomes: t('All outcomes'),

  fetching: t('Searching the audit'),
  list: t('Newest first'),
  empty: t('No entries match this search.'),
  emptyHelp: t('Choose more days, or Actions and reads.'),
  nothingYet: t('Nothing found so far. There are older entries to search.'),
  count: (loaded: string, total: string) => t('{loaded} of {total} loaded', { loaded, total }),
  countSoFar: (loaded: string) => t('{loaded} loaded, there are more', { loaded }),
  countAll: (loaded: string) => t('All {loaded} loaded', { loaded }),
  more: t('Load more'),
  all: t('Load all for export'),
  tooMany: (limit: string) =>
    t(
      'At most {limit} entries are loaded at once. Choose fewer days or another filter to see and export ' +
        'the rest.',
      { limit },
    ),
  loadingAll: t('Loading all entries'),
  loaded: (count: string) => t('{count} loaded', { count }),
  moreFailed: t('The next entries could not be loaded'),

  when: t('When'),
  user: t('User'),
  via: t('Via'),
  from: 'From',
  action: t('Action'),
  message: t('Message'),
  details: t('Details'),
  detailsOf: (what: string, when: string) => t('Details of {what}, {when}', { what, when }),
  path: 'API path',
  transactionId: t('Transaction ID'),
  none: '–',
} as const;

/** The texts of the panel on the page of a device. */
export const actionMessages = {
  title: t('Operator Actions'),
  lead: (days: number) =>
    t(
      'What operators did with this IMEI in the last {days} days, newest first. Lookups, and commands to ' +
        'all devices, are left out.',
      { days },
    ),
  list: t('Newest operator actions'),
  fetching: t('Fetching the operator actions'),
  none: t('The audit has no such actions.'),
  onlyLookups: (entries: string) => t('The newest {entries} entries are all lookups.', { entries }),
  newest: (shown: string) => t('These are the newest {shown}.', { shown }),
  all: t('Open Operator Audit for this device'),
} as const;
