import { t } from './t.ts';

/** The texts of this remote that are not the server's; those of the specification stand letter for letter. */
export const messages = {
  oneDevice: t('One device'),

  // Levels, device actions, and commands to all devices (C4, C5, B14, D6).
  level: { label: t('Level'), placeholder: t('Choose a level'), missing: t('Please select a level.') },
  deviceAction: { label: t('Device Action'), placeholder: t('Choose an action') },
  imeiOrAll: t('IMEI number or ALL'),
  imeiOrAllHint: t('Please provide 15 digit IMEI number, or ALL for every device'),
  checkDigit: t('The last digit does not fit the others. Please compare this IMEI with the device before you go on.'),
  toAllDevices: (action: string) =>
    t('{action} will be sent to every enrolled device. This cannot be undone.', { action }),
  reason: t('Reason'),
  reasonHint: t('It is kept with the command, for the audit.'),

  manyDevices: t('Many devices (CSV)'),
  manyDevicesHint: t(
    'CSV with the columns sno and imei1, one device a line, or an Excel workbook (.xlsx) with a column imei1. ' +
      'A sample is on the Home page.',
  ),
  chooseFile: t('CSV file'),
  preparing: t('Looking for an unfinished batch'),
  reading: (name: string) => t('Reading {name}', { name }),
  devices: (count: string) => t('{count, plural, one {{count} device} other {{count} devices}}', { count }),
  validDevices: (count: string, of: string) =>
    t('{count} valid of {of, plural, one {{of} device} other {{of} devices}}', { count, of }),
  /** What the button that starts a batch says that it does, of commands with a verb and of the others (D14). */
  startVerb: {
    release: (devices: string) => t('Release {devices}', { devices }),
    lock: (devices: string) => t('Lock {devices}', { devices }),
    unlock: (devices: string) => t('Unlock {devices}', { devices }),
  },
  startOn: (title: string, devices: string) => t('{title} on {devices}', { title, devices }),
  waitForTurn: (titles: string) => t('Begin when the batches under way are over: {titles}', { titles }),
  startNow: t('Start now'),
  anotherFile: t('Choose another file'),
  sent: t('sent'),
  ready: {
    title: t('What will be sent'),
    devices: t('Devices to be commanded'),
    messages: t('Messages to be sent'),
    wrong: t('Wrong rows, left out'),
    repeated: t('Repeated rows, left out'),
    firstImeis: t('First IMEIs'),
  },
  confirmTitle: (title: string) => t('{title}: start the batch?', { title }),
  confirmBatch: (title: string, count: string, file: string) =>
    t('{title} will be sent to {count, plural, one {{count} device} other {{count} devices}} of {file}.', {
      title,
      count,
      file,
    }),
  withChoice: (title: string, choice: string) => `${title} (${choice})`,
  choiceFirst: t('Choose this first; the file comes after it.'),

  incompleteBatch: t('Incomplete Batch Available'),
  fileName: t('File name'),
  lastImei: t('Last IMEI'),
  processedSoFar: t('Processed'),
  process: t('Process'),
  cancel: t('Cancel'),
  cancelReading: t('Cancel reading'),
  newBatch: t('New Batch'),
  archiveTitle: t('Leave this batch unfinished?'),
  archiveBatch: t('The devices that are left will not be sent anything. What was done so far is kept in this browser.'),
  leaveUnfinished: t('Leave unfinished'),
  keepBatch: t('Keep the batch'),
  notTold: (why: string) => t('The server could not be told that this batch is unfinished. {why}', { why }),
  uncertain: (imei: string) =>
    t('It is not known whether {imei} was sent before the page closed. Look into its audit.', { imei }),
  /** A device that is in doubt; with its row in the results where it stands in several. */
  inDoubt: (imei: string, row: number | null) =>
    row === null ? t('IMEI {imei}', { imei }) : t('IMEI {imei} (row {row})', { imei, row }),

  handedOver: (file: string) =>
    t('{file} waits here. It is read as soon as this card is free; nothing of it has been sent.', { file }),
  handedOverChoice: (file: string) => t('{file} waits here. It is read as soon as the choice below is made.', { file }),
  dropHandedOver: t('Remove the waiting file'),

  lookAgain: t('Look again'),
  lockedElsewhere: t(
    'This batch runs in another tab of this browser. It can be followed there; this card frees itself ' +
      'when it ends.',
  ),
  takenOver: (file: string) => t('{file} was taken over', { file }),
  takenOverBy: (operator: string, place: string) =>
    t(
      '{operator} goes on with this batch in {place}. Nothing more of it is sent from here, and no device was ' +
        'commanded twice.',
      { operator, place },
    ),
  batches: t('Batches'),
  followThere: t('See the batch'),
  summary: t('Batch Summary'),
  total: t('Total'),
  valid: t('Valid IMEI'),
  invalid: t('Invalid IMEI'),
  found: t('Found'),
  notFound: t('Not Found'),
  repeated: t('Repeated'),
  unconfirmed: t('Unconfirmed'),
  processTime: t('Process Time'),
  milliseconds: (count: string) => t('{count} ms', { count }),
  waitingForConnection: t('Waiting for the connection'),
  progress: t('Progress'),
  progressText: (done: string, of: string, rate: string, left: string) =>
    t('{done} of {of}{rate}{left}', { done, of, rate, left }),
  rate: (perSecond: string) => t(', {perSecond} a second', { perSecond }),
  left: (time: string) => t(', about {time} left', { time }),
  pause: t('Pause'),
  stopping: t('Stopping after the device that is under way'),
  stoppingFirst: t('Stopping; no device is sent anything'),
  goOn: t('Continue'),
  sendAgain: t('Send it again'),
  /** What the operator decides about after a lost answer, before a server that would take it twice (D2b). */
  undecided: {
    copy: {
      title: t('It is not known whether the server got the copy of the file.'),
      help: t('Sending it again may store it there twice. No device has been sent anything yet.'),
      again: t('Send it again'),
      leave: t('Go on without sending it again'),
    },
    list: {
      title: t('It is not known whether the server got the list of IMEIs.'),
      help: t('Sending it again may note it there twice. No device has been sent anything yet.'),
      again: t('Send it again'),
      leave: t('Go on without sending it again'),
    },
    imei: {
      title: t('The server gave no clear answer. Decide how to go on.'),
      help: '',
      again: t('Send it again'),
      leave: t('Leave it unconfirmed'),
    },
    unconfirmed: {
      title: t('The server gave no clear answer. Decide how to go on.'),
      help: '',
      again: t('Send them again'),
      leave: t('Leave them unconfirmed'),
    },
  },
  reporting: t('All devices are done. Telling the server that the batch is complete'),
  reportAgain: (message: string) =>
    t('The server could not be told yet and is tried again by itself. {message}', { message }),
  // The server cannot be told that a batch is complete (D11a).
  tryAgain: t('Try again'),
  finishHere: t('Finish here'),
  finishHereHelp: t(
    'The results can be saved now. Finish here makes room for a new batch, and the server is told later ' +
      'by itself.',
  ),
  triedByItself: t('It is tried again by itself.'),
  notToldYet: t('The server has not been told yet that the batch is complete'),
  toldLater: (why: string) => t('It is told by itself as soon as it takes it, also on another day. {why}', { why }),
  retryLater: t('Trying again in a moment.'),
  finished: t('The batch is complete.'),
  retryUnconfirmed: t('Retry unconfirmed'),
  retryMayRepeat: t(
    'Some of these devices may have got the command already, and this server would send it to them a ' + 'second time.',
  ),
  unconfirmedHelp: t(
    'The server gave no clear answer for some devices. Retrying is safe: it sends each of them once only.',
  ),
  downloadResults: t('Download CSV'),
  downloadShown: t('Download shown (CSV)'),
  results: t('Results'),
  resultsShown: t('Results shown'),
  resultFilter: (status: string, count: string) => `${status.charAt(0).toUpperCase()}${status.slice(1)} (${count})`,
  noneOfStatus: t('No device has this status'),
  noResults: t('No results yet'),
  serial: t('S.No.'),
  imei: t('IMEI'),
  status: t('Status'),
  pausedBy: {
    turn: t('This batch waits for those before it. It begins by itself, and nothing of it has been sent yet.'),
    operator: t('The batch is paused.'),
    network: t('The server cannot be reached. The batch goes on by itself as soon as it answers.'),
    approval: t('This batch waits for the approval of a second person. It goes on by itself.'),
    throttled: t('The server takes no more commands just now. The batch goes on by itself.'),
    authorization: t('Your login has ended. Log in again with the same account; the batch waits.'),
    unconfirmed: t('The server gave no clear answer. Decide how to go on.'),
    forbidden: t('You are not allowed to send this command any more. Ask your admin, then continue.'),
    'session-expiring': t('Your login is about to end. Log in again, then continue.'),
    storage: t('Progress cannot be saved in this browser, so nothing more is sent. Free some space, then continue.'),
    report: t('All devices are done, but the server could not be told that the batch is complete.'),
  },
  rowActions: t('Action'),
  rowAction: { lock: t('Lock App') },
  rowActionQuestion: (title: string, target: string) => t('{title} will be sent to {target}.', { title, target }),
  rowActionUnconfirmed: t('It is not known whether the server has this device.'),
  rowActionClosed: t('Not found, so it would be refused'),
  rowActionStates: { done: t('sent'), refused: t('refused'), unconfirmed: t('not known') },

  undo: t('Undo'),
  undoText: (title: string, count: string) =>
    t(
      '{title} can be sent to the {count, plural, one {{count} device that was} other {{count} devices that were}} ' +
        'found. It opens as a batch of its own, and nothing is sent before you start it.',
      { title, count },
    ),
  undoUnconfirmed: (count: string) =>
    t(
      '{count, plural, one {The {count} unconfirmed device is left out: it is not known whether it} ' +
        'other {The {count} unconfirmed devices are left out: it is not known whether they}} got the command.',
      { count },
    ),
  undoButton: (title: string) => t('Prepare {title}', { title }),
  undoOccupied: (title: string) =>
    t(
      'The screen of {title} still shows another batch or file. Finish or leave it there, then come back ' +
        'and press this again.',
      { title },
    ),
  openScreen: (title: string) => t('Open {title}', { title }),

  failed: t('The batch could not go on'),
  retry: t('Retry'),
  loadFailed: t('Batches are not available'),
} as const;
