/** The texts of this remote that are not the server's; those of the specification stand letter for letter. */
export const messages = {
  fetchFailed: 'Cannot fetch the data now, please try again.',
  noResults: 'No results found',
  retry: 'Retry',
  refresh: 'Refresh',
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss',
  actions: 'Actions',

  unknownOutcome: 'The outcome is not known',
  notSent: 'Nothing was sent',
  refused: 'The server refused this without saying why.',
  maybeDone: (detail: string) =>
    'The reply was lost, so the change may have been made anyway. The list has been reloaded: check it before you ' +
    `try again. ${detail}`,
  surelyNotDone: (detail: string) => `Nothing reached the server. Try again when the connection is back. ${detail}`,

  discard: {
    title: 'Leave without saving?',
    message: 'Your changes will be lost.',
    leave: 'Leave',
    stay: 'Stay here',
  },
} as const;

/** The texts of User Management (U1 to U4). */
export const userMessages = {
  title: 'User Management',
  keys: 'Key Management',
  list: 'Users',
  exportName: 'users',
  fetching: 'Fetching the users',
  noPermission: 'No Permission',
  allPermissions: 'All',
  allPermissionsHelp: 'Admins may open every screen and send every command.',
  andMore: (first: string, count: string) => `${first} and ${count} more`,

  add: 'Add User',
  edit: 'Edit User',
  editOne: 'Edit',
  save: 'Save',
  added: 'User Added successfully',
  updated: 'User updated successfully',
  addRefused: 'Error updating user',
  addException: 'Please try after sometime',
  editRefused: 'Error saving user. Please try again.',
  incomplete: 'Please fill all required fields.',

  email: 'Email',
  emailHint: (domains: string, first: string) => `Must end with ${domains}. Without a domain it becomes @${first}.`,
  emailDomain: 'Invalid email domain.',
  phone: 'Phone',
  phoneHint: '10 digits, without the country code',
  phoneInvalid: 'Enter a valid 10 digits number.',
  password: 'Password',
  passwordHint:
    'At least 10 characters. Three or four words that do not belong together are easy to keep in mind and hard to ' +
    'guess; leave out the e-mail, the phone and the company name.',
  passwordShort: 'The password needs at least 10 characters.',

  suggestPassword: 'Suggest a password',
  suggestedPassword: 'Suggested password',
  suggestedOnce: 'Copy it now and hand it over safely. It is not shown again.',
  copyPassword: 'Copy the suggested password',
  passwordCopied: 'Copied.',
  passwordNotCopied:
    'This browser does not let the console copy. The password is selected: copy it with Ctrl+C or by hand.',
  presets: 'Start with',
  copyFrom: 'Copy from a user',
  chooseUser: 'Choose a user',
  permissions: 'Permissions',
  fetchingPermissions: 'Fetching the permissions',
  findPermission: 'Find a permission',
  chosen: (count: number, total: number) => `${count} of ${total} chosen`,
  selectAll: 'Select all',
  selectNone: 'Select none',
  selectFound: (count: number) => `Select the ${count} found`,
  unselectFound: (count: number) => `Unselect the ${count} found`,
  noneFound: 'No permission matches.',
  unknownPermission: (id: number) => `Number ${id}, which is not in the list`,
  unreadablePermissions: (texts: string) =>
    `This user has permissions that cannot be read and will be lost when you save: ${texts}.`,

  ownAccount: 'Your account',
  ownAccountHelp:
    'You cannot log yourself out or disable yourself here. Logout in the menu ends your session; another admin ' +
    'can disable your account.',

  online: 'Online',
  offline: 'Offline',
  askLogOut: 'Log out…',
  logOut: 'Log out',
  logOutTitle: 'Log this user out?',
  logOutQuestion: (email: string) =>
    `Every session of ${email} ends at once, on every computer. A batch of theirs pauses until they log in again.`,
  loggedOut: (email: string) => `${email} is logged out.`,

  disable: 'Disable',
  disableTitle: 'Disable this user?',
  disableQuestion: (email: string) =>
    `Every session of ${email} ends at once, and they cannot log in until they are enabled again.`,
  disabled: (email: string) => `${email} is disabled.`,
  enable: 'Enable',
  enableTitle: 'Enable this user?',
  enableQuestion: (email: string) => `${email} can log in again, with the permissions shown in the list.`,
  enabled: (email: string) => `${email} is enabled.`,
  of: (action: string, email: string) => `${action} ${email}`,
} as const;

/** Usual work, whose permissions one press chooses. */
export const presetTitles = {
  collections: 'Collections',
  support: 'Support',
  reports: 'Reporting',
} as const;

/** What permissions are for, as the list of a user's permissions is divided. */
export const permissionGroupTitles = {
  look: 'Look up and report',
  lock: 'Lock and block',
  notify: 'Notify and alarm',
  restrict: 'Apps and camera',
  wallpaper: 'Wallpaper',
  credit: 'Credit',
  release: 'Release',
  others: 'Others',
} as const;

/** The texts of Key Management (K1, D21). */
export const keyMessages = {
  title: 'Key Management',
  lead: 'Other systems send commands with these keys, on behalf of the account that made them.',
  users: 'User Management',
  newKey: 'New key',
  newKeyHint: 'The key is shown once, right after it is made.',
  name: 'Key Name',
  nameHint: 'The system that will use it, such as Collections',
  nameMissing: 'The key needs a name of at most 64 characters.',
  generate: 'Generate Key',
  generateRefused: 'Error generating the key. Please try again.',
  unknown: (detail: string) =>
    'The reply was lost, so the key may have been made anyway. The list below has been reloaded. If a new key ' +
    `of this name is there, nobody has seen it: deactivate it, then generate another. ${detail}`,

  made: (name: string) => `Key ${name}`,
  key: 'Key',
  answer: 'Server reply',
  once: 'Copy it now and hand it over safely. It is not shown again.',
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'This browser does not let the console copy. The key is selected: copy it with Ctrl+C or by hand.',
  closeTitle: 'Close without copying?',
  closeQuestion:
    'The key has not been copied with the button. It is not shown again; without it you have to generate another.',
  haveIt: 'I have the key',
  backToKey: 'Back to the key',

  list: 'Keys',
  fetching: 'Fetching the keys',
  status: 'Status',
  createdAt: 'Created At',
  activate: 'Activate',
  activateTitle: 'Activate this key?',
  activateQuestion: (name: string) => `Whoever holds ${name} can send commands again at once.`,
  activated: (name: string) => `${name} is active.`,
  deactivate: 'Deactivate',
  deactivateTitle: 'Deactivate this key?',
  deactivateQuestion: (name: string) =>
    `Every system that uses ${name} is refused at once, until the key is activated again. ` +
    'Commands accepted before that are still carried out.',
  deactivated: (name: string) => `${name} is inactive.`,
  of: (action: string, name: string) => `${action} ${name}`,
} as const;

/** The texts of the operator audit. */
export const auditMessages = {
  title: 'Operator Audit',
  lead: 'Who did what, when and from where, and with what result.',
  unknownToServer: 'This server keeps no audit of its operators.',
  unknownToServerHelp: 'Its reports show who sent which command.',
  search: 'Search',
  stop: 'Stop',
  quickRanges: 'Quick ranges',
  zone: (zone: string) => `Whole days of ${zone}`,
  startDate: 'StartDate',
  endDate: 'EndDate',
  account: 'Account',
  accountHint: 'Any part of the e-mail',
  call: 'Call',
  kinds: { actions: 'All actions', reads: 'All reads', both: 'Actions and reads' },
  imei: 'IMEI',
  imeiHint: 'Any part of the IMEI',
  outcome: 'Outcome',
  allOutcomes: 'All outcomes',

  fetching: 'Searching the audit',
  list: 'Newest first',
  empty: 'No entries match this search.',
  emptyHelp: 'Choose more days, or Actions and reads.',
  nothingYet: 'Nothing found so far. There are older entries to search.',
  count: (loaded: string, total: string) => `${loaded} of ${total} loaded`,
  countSoFar: (loaded: string) => `${loaded} loaded, there are more`,
  countAll: (loaded: string) => `All ${loaded} loaded`,
  more: 'Load more',
  all: 'Load all for export',
  tooMany: (limit: string) =>
    `At most ${limit} entries are loaded at once. Choose fewer days or another filter to see and export the rest.`,
  loadingAll: 'Loading all entries',
  loaded: (count: string) => `${count} loaded`,
  moreFailed: 'The next entries could not be loaded',

  when: 'When',
  user: 'User',
  via: 'Via',
  from: 'From',
  action: 'Action',
  message: 'Message',
  details: 'Details',
  detailsOf: (what: string, when: string) => `Details of ${what}, ${when}`,
  path: 'API path',
  transactionId: 'Transaction ID',
  none: '–',
} as const;

/** The texts of the panel on the page of a device. */
export const actionMessages = {
  title: 'Operator Actions',
  lead: (days: number) =>
    `What operators did with this IMEI in the last ${days} days, newest first. ` +
    'Lookups, and commands to all devices, are left out.',
  list: 'Newest operator actions',
  fetching: 'Fetching the operator actions',
  none: 'The audit has no such actions.',
  onlyLookups: (entries: string) => `The newest ${entries} entries are all lookups.`,
  newest: (shown: string) => `These are the newest ${shown}.`,
  all: 'Open Operator Audit for this device',
} as const;
