import { t } from '../t.ts';

/** The texts of the search and its list of shortcuts. */
export const messages = {
  search: t('Search'),
  /** The button's name too: screens have buttons of their own that are called Search. */
  placeholder: t('Find screens, commands or an IMEI'),
  inputLabel: t('Search screens, commands, devices and batches'),
  results: t('Results'),
  resultCount: (count: string) => t('{count, plural, one {{count} result} other {{count} results}}', { count }),
  nothing: (text: string) => t('Nothing found for “{text}”', { text }),
  nothingHelp: t('Type the beginning of words, such as a command, or paste an IMEI of 15 digits.'),
  loadFailed: t('The search could not be loaded. Try again'),
  digits: (count: string) => t('{count} of 15 digits of an IMEI', { count }),

  groups: {
    commands: t('Commands'),
    screens: t('Screens'),
    recentDevices: t('Recent devices'),
    batches: t('Batches'),
    toDevice: t('Send to this device'),
    aboutDevice: t('About this device'),
    toSeveral: (count: string) => t('Make a batch of {count} IMEIs', { count }),
  },
  home: t('Home'),
  logout: t('Logout'),
  withChoice: (title: string, choice: string) => `${title}: ${choice}`,
  opensForm: t('Opens its form'),
  lastMonth: t('Last month'),
  batchProgress: (command: string, done: string, of: string) => t('{command}, {done} of {of}', { command, done, of }),
  batchPaused: (command: string, done: string, of: string) =>
    t('{command}, {done} of {of}, paused', { command, done, of }),
  batchUnfinished: (command: string, done: string, of: string) =>
    t('{command}, {done} of {of}, unfinished', { command, done, of }),
  batchComplete: (command: string, started: string) =>
    t('{command}, complete, started {started}', { command, started }),
  batchIncomplete: (command: string, started: string) =>
    t('{command}, not complete, started {started}', { command, started }),

  lookingUp: t('Looking the device up'),
  found: t('Device found'),
  notFound: t('No results found'),
  notFoundHelp: (imei: string) =>
    t('The server knows no device with IMEI {imei}, and would refuse a command to it.', { imei }),
  lookupFailed: t('The device could not be looked up'),
  retry: t('Try again'),
  mayNotLookHelp: t('You may send commands to it. Its details need the permission Device Details.'),
  checkDigit: t('The last digit does not fit the others. Compare this IMEI with the device before you go on.'),
  several: (count: string) => t('{count} IMEIs', { count }),
  severalHelp: t('Choose a command. Its screen opens with the list as a file, and asks before anything is sent.'),
  severalMore: (shown: string, count: string) => t('{shown} and {count} more', { shown, count }),
  severalNone: t('You may not start a batch of any command'),
  listFailed: t('The list could not be made into a file'),
  listFailedHelp: t('A part of the console could not be fetched. Choose the command again.'),
  listFile: (count: string) => t('{count} pasted IMEIs.csv', { count }),

  question: (title: string, imei: string) => t('{title} will be sent to IMEI {imei}.', { title, imei }),
  sending: (title: string, imei: string) => t('{title} is being sent to IMEI {imei}', { title, imei }),

  keyChoose: t('choose'),
  keyOpen: t('open'),
  keyClose: t('close'),

  shortcuts: t('Keyboard shortcuts'),
  singleKeys: t('Shortcuts of one character'),
  singleKeysHelp: t('Switch them off if your speech input or another tool sends single characters.'),
  close: t('Close'),
} as const;
