import { t } from '../t.ts';

/** The texts of Home; those of the specification stand letter for letter (H1, H2). */
export const messages = {
  totalDevices: t('Total Devices'),
  deEnrolled: t('De-Enrolled Devices'),
  deEnrolledNote: t('need re-registration'),
  todaysRegistration: t("Today's Registration"),
  samples: t('Sample files'),
  sampleImei: t('Sample CSV'),
  sampleNotification: t('Notification sample CSV'),
  updated: t('Updated'),
  loading: t('Loading'),

  // Row 0: what needs the operator.
  needsYou: t('Needs you'),
  nothingNeedsYou: t('Nothing failed of late, and nothing is unfinished.'),
  nothingUnfinished: t('No batch is unfinished.'),
  moreCommands: (count: string) => t('{count} more', { count }),
  unfinished: t('Unfinished batches'),
  batchOf: (file: string, done: string, total: string) =>
    t('{file}, {done} of {total, plural, one {{total} device} other {{total} devices}}', { file, done, total }),
  since: t('begun'),
  open: t('Open'),
  openBatch: (title: string) => t('Open the batch of {title}', { title }),
  resume: t('Resume'),
  resumeBatch: (title: string) => t('Resume the batch of {title}', { title }),
  discard: t('Discard'),
  discardBatch: (title: string) => t('Discard the batch of {title}', { title }),
  discardTitle: t('Discard this batch?'),
  discardMessage: (title: string, left: string) =>
    t(
      '{left, plural, one {{left} device} other {{left} devices}} will not be sent {title}. What was done so far ' +
        'stays in the list of unfinished batches.',
      { left, title },
    ),
  discardConfirm: t('Discard batch'),
  keep: t('Keep the batch'),
  discardFailed: t('The batch could not be discarded'),
  discardBusy: t('It is in use, maybe in another tab. Open it to see how it stands.'),
  batchesFailed: t('The unfinished batches of this browser could not be read'),
  attention: t('Failed or not answered in the last 24 hours'),
  failed: (count: string) => t('{count} failed', { count }),
  unanswered: (count: string) => t('{count} not answered', { count }),
  expired: (count: string) => t('{count} expired unsent', { count }),
  unknownOutcome: (count: string) => t('{count} of unknown outcome', { count }),

  // Row 1: one field for an IMEI, a list or a file.
  start: t('Find or command devices'),
  startField: t('IMEI numbers'),
  startHint: t('One IMEI opens its device. Paste several, or drop a CSV or Excel file here, to prepare a batch.'),
  chooseFile: t('Choose a file'),
  showDevice: t('Show device'),
  clear: t('Clear'),
  noImei: t('There is no IMEI of 15 digits in this text.'),
  oneImei: t('Choose a command to open it with this IMEI. Nothing is sent by that.'),
  manyImeis: (count: string) =>
    t('{count} IMEIs. Choose the command of their batch; nothing is sent before you start it.', { count }),
  repeatedImeis: (count: string) =>
    t('{count, plural, one {{count} repeated one is} other {{count} repeated ones are}} left out.', { count }),
  fileChosen: (name: string) =>
    t('{name}. Choose the command of its batch; nothing is sent before you start it.', { name }),
  oneFile: (count: string) => t('{count} files were dropped. Please drop one file at a time.', { count }),
  pastedFile: t('imeis.csv'),
  commands: t('Commands'),
  noCommands: t('You have no permission for a command. Your admin can give you some.'),

  // Row 2: figures.
  trendOf: (what: string) => t('{what}, last 30 days', { what }),
  joined: (registered: string, released: string) =>
    t('30 days: {registered} first registered, {released} released', { registered, released }),
  deEnrolledChange: (out: string, back: string) =>
    t('30 days: {out} de-enrolled, {back} registered again', { out, back }),
  registeredChange: (count: string) => t('30 days: {count} registered', { count }),
  netByDay: t('First registrations less releases, added up by day'),
  deEnrolledByDay: t('De-enrolled by day'),
  registeredByDay: t('Registered by day'),
  commandsToday: t('Commands today'),
  ownCommandsToday: t('My commands today'),
  acknowledgedShare: (share: string) => t('{share} acknowledged', { share }),
  noneYet: t('none yet'),

  // Row 3: charts.
  commandsByDay: t('Commands by day'),
  ownCommandsByDay: t('My commands by day'),
  commandDays: t('How far the commands of each of the last 14 days are by now'),
  acknowledged: t('Acknowledged'),
  failedSeries: t('Failed'),
  openSeries: t('Not answered yet'),
  endedSeries: t('Expired, cancelled or unknown'),
  noCommandsSent: t('No command was sent in the last 14 days'),
  versions: t('App versions'),
  versionBars: (count: string) => t('Devices by app version, {count} in all', { count }),
  otherVersions: t('Others'),
  unknownVersion: t('Unknown'),
  versionText: (devices: string, share: string) => `${devices} · ${share}`,
  noVersions: t('No device is enrolled'),
  versionsFailed: t('The app versions could not be loaded'),
  allVersions: t('All versions'),

  // Row 4: what was done of late.
  myActions: t('My last commands'),
  noActions: t('You have sent no command yet'),
  batches: t('Batches'),
  noBatches: t('No batch has been started yet'),
  allBatches: t('All batches'),
  batchCounts: (found: string, total: string) => t('{found} of {total} found', { found, total }),
  unknownCommand: t('Unknown command'),
  states: {
    queued: t('Waiting'),
    sent: t('Sent'),
    acknowledged: t('Acknowledged'),
    failed: t('Failed'),
    expired: t('Expired unsent'),
    unknown: t('Outcome unknown'),
    cancelled: t('Cancelled unsent'),
  },
  complete: t('Complete'),
  incomplete: t('Incomplete'),
  overviewFailed: t('Charts and lists could not be loaded'),
} as const;
