import { ACCEPTED_UNSTATED } from '@device-console/shared-lib/contract';

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

/** The texts of this remote that are not the server's; those of the specification stand letter for letter. */
export const messages = {
  oneDevice: 'One device',
  forGood,
  refused: 'Nothing was sent to the device',
  unknownOutcome: 'The outcome is not known',
  notSent: 'The command was not sent',
  maybeSent: (detail: string, isSafe: boolean) =>
    isSafe
      ? `The command may not have been sent. Sending it again is safe: the server does it once only. ${detail}`
      : `The command may not have been sent. Look into the device's audit before you send it again. ${detail}`,
  acceptedUnstated: `${ACCEPTED_UNSTATED} It is not certain that the command was carried out.`,
  surelyNotSent: (detail: string) => `Nothing left this page. Send it again when the connection is back. ${detail}`,

  // Levels, device actions, and commands to all devices (C4, C5, B14, D6).
  level: { label: 'Level', placeholder: 'Choose a level', missing: 'Please select a level.' },
  deviceAction: { label: 'Device Action', placeholder: 'Choose an action' },
  imeiOrAll: 'IMEI number or ALL',
  imeiOrAllHint: 'Please provide 15 digit IMEI number, or ALL for every device',
  checkDigit: 'The last digit does not fit the others. Please compare this IMEI with the device before you go on.',
  allDevices: 'All devices',
  toAllDevices: (action: string) => `${action} will be sent to every enrolled device. This cannot be undone.`,
  toOneDevice: (action: string) => `${action} will be sent to this device.`,
  sendAction: (action: string) => `Send ${action}`,
  reason: 'Reason',
  reasonHint: 'It is kept with the command, for the audit.',

  manyDevices: 'Many devices (CSV)',
  manyDevicesHint: 'Columns sno and imei1, one device a line. A sample is on the Home page.',
  chooseFile: 'CSV file',
  preparing: 'Looking for an unfinished batch',
  reading: (name: string) => `Reading ${name}`,
  continueWith: (count: string) => `Continue with ${count} valid`,
  startBatch: 'Start batch',
  anotherFile: 'Choose another file',
  sent: 'sent',
  ready: {
    title: 'What will be sent',
    devices: 'Devices to be commanded',
    messages: 'Messages to be sent',
    wrong: 'Wrong rows, left out',
    repeated: 'Repeated rows, left out',
    firstImeis: 'First IMEIs',
  },
  confirmTitle: (title: string) => `${title}: start the batch?`,
  confirmBatch: (title: string, count: string, file: string) => `${title} will be sent to ${count} devices of ${file}.`,
  withChoice: (title: string, choice: string) => `${title} (${choice})`,
  choiceFirst: 'Choose this first; the file comes after it.',

  incompleteBatch: 'Incomplete Batch Available',
  fileName: 'File name',
  lastImei: 'Last IMEI',
  processedSoFar: 'Processed',
  process: 'Process',
  cancel: 'Cancel',
  cancelReading: 'Cancel reading',
  newBatch: 'New Batch',
  archiveTitle: 'Leave this batch unfinished?',
  archiveBatch: 'The devices that are left will not be sent anything. What was done so far is kept in this browser.',
  leaveUnfinished: 'Leave unfinished',
  keepBatch: 'Keep the batch',
  notTold: (why: string) => `The server could not be told that this batch is unfinished. ${why}`,
  uncertain: (imei: string) => `It is not known whether ${imei} was sent before the page closed. Look into its audit.`,
  /** A device that is in doubt; with its row in the results where it stands in several. */
  inDoubt: (imei: string, row: number | null) => (row === null ? `IMEI ${imei}` : `IMEI ${imei} (row ${row})`),

  lookAgain: 'Look again',
  lockedElsewhere:
    'This batch runs in another tab of this browser. It can be followed there; this card frees itself when it ends.',
  summary: 'Batch Summary',
  total: 'Total',
  valid: 'Valid IMEI',
  invalid: 'Invalid IMEI',
  found: 'Found',
  notFound: 'Not Found',
  repeated: 'Repeated',
  unconfirmed: 'Unconfirmed',
  processTime: 'Process Time',
  milliseconds: (count: string) => `${count} ms`,
  waitingForConnection: 'Waiting for the connection',
  progress: 'Progress',
  progressText: (done: string, of: string, rate: string, left: string) => `${done} of ${of}${rate}${left}`,
  rate: (perSecond: string) => `, ${perSecond} a second`,
  left: (time: string) => `, about ${time} left`,
  pause: 'Pause',
  stopping: 'Stopping after the device that is under way',
  stoppingFirst: 'Stopping; no device is sent anything',
  goOn: 'Continue',
  sendAgain: 'Send it again',
  /** What the operator decides about after a lost answer, before a server that would take it twice (D2b). */
  undecided: {
    copy: {
      title: 'It is not known whether the server got the copy of the file.',
      help: 'Sending it again may store it there twice. No device has been sent anything yet.',
      again: 'Send it again',
      leave: 'Go on without sending it again',
    },
    list: {
      title: 'It is not known whether the server got the list of IMEIs.',
      help: 'Sending it again may note it there twice. No device has been sent anything yet.',
      again: 'Send it again',
      leave: 'Go on without sending it again',
    },
    imei: {
      title: 'The server gave no clear answer. Decide how to go on.',
      help: '',
      again: 'Send it again',
      leave: 'Leave it unconfirmed',
    },
    unconfirmed: {
      title: 'The server gave no clear answer. Decide how to go on.',
      help: '',
      again: 'Send them again',
      leave: 'Leave them unconfirmed',
    },
  },
  reporting: 'All devices are done. Telling the server that the batch is complete',
  reportAgain: (message: string) => `The server could not be told yet and is tried again by itself. ${message}`,
  // The server cannot be told that a batch is complete (D11a).
  tryAgain: 'Try again',
  finishHere: 'Finish here',
  finishHereHelp:
    'The results can be saved now. Finish here makes room for a new batch, and the server is told later by itself.',
  triedByItself: 'It is tried again by itself.',
  notToldYet: 'The server has not been told yet that the batch is complete',
  toldLater: (why: string) => `It is told by itself as soon as it takes it, also on another day. ${why}`,
  retryLater: (message: string) => `Trying again in a moment. ${message}`,
  finished: 'The batch is complete.',
  retryUnconfirmed: 'Retry unconfirmed',
  retryMayRepeat:
    'Some of these devices may have got the command already, and this server would send it to them a second time.',
  unconfirmedHelp:
    'The server gave no clear answer for some devices. Retrying is safe: it sends each of them once only.',
  downloadResults: 'Download CSV',
  downloadShown: 'Download shown (CSV)',
  results: 'Results',
  resultsShown: 'Results shown',
  resultFilter: (status: string, count: string) => `${status.charAt(0).toUpperCase()}${status.slice(1)} (${count})`,
  noneOfStatus: 'No device has this status',
  noResults: 'No results yet',
  serial: 'S.No.',
  imei: 'IMEI',
  status: 'Status',
  pausedBy: {
    operator: 'The batch is paused.',
    network: 'The server cannot be reached. The batch goes on by itself as soon as it answers.',
    authorization: 'Your login has ended. Log in again with the same account; the batch waits.',
    unconfirmed: 'The server gave no clear answer. Decide how to go on.',
    forbidden: 'You are not allowed to send this command any more. Ask your admin, then continue.',
    'session-expiring': 'Your login is about to end. Log in again, then continue.',
    storage: 'Progress cannot be saved in this browser, so nothing more is sent. Free some space, then continue.',
    report: 'All devices are done, but the server could not be told that the batch is complete.',
  },
  rowActions: 'Action',
  rowAction: { lock: 'Lock App' },
  rowActionQuestion: (title: string, target: string) => `${title} will be sent to ${target}.`,
  rowActionUnconfirmed: 'It is not known whether the server has this device.',
  rowActionClosed: 'Not found, so it would be refused',
  rowActionStates: { done: 'sent', refused: 'refused', unconfirmed: 'not known' },

  undo: 'Undo',
  undoText: (title: string, count: string) =>
    `${title} can be sent to the ${count} devices that were found. It opens as a batch of its own and asks before ` +
    'anything is sent.',
  undoUnconfirmed: (count: string) =>
    `The ${count} unconfirmed devices are left out: it is not known whether they got the command.`,
  undoButton: (title: string) => `Prepare ${title}`,
  undoOccupied: (title: string) =>
    `The screen of ${title} still shows another batch or file. Finish or leave it there, then come back and press ` +
    'this again.',
  openScreen: (title: string) => `Open ${title}`,

  failed: 'The batch could not go on',
  retry: 'Retry',
  loadFailed: 'Batches are not available',

  notification: {
    name: 'Name',
    template: 'Template',
    chooseTemplate: 'Choose a template',
    noTemplate: 'Please select a template',
    amount: 'EMI amount',
    date: 'Date',
    nameMissing: "Please enter the customer's name",
    amountMissing: 'Please enter the EMI amount: digits, with at most 2 decimals',
    dateMissing: 'Please choose a date',
    beforeToday: 'The date of a reminder before the due date cannot be before today',
    afterToday: 'The date of a payment that is past due cannot be after today',
    dateHints: { Pre: 'Today or later', Due: 'Always today', Post: 'Today or earlier' },
    preview: 'Preview message',
    previewTitle: 'Preview of the notification',
    previewQuestion: 'This message will be sent. Please read it once more.',
    backToForm: 'Back to the form',
    newDay:
      'A new day has begun since the message was shown. Look at the date, then preview the message again; nothing ' +
      'was sent.',
    header: 'Header',
    text: 'Text',
    headerNotSent: 'This server sends the text alone; the header stands here and in the results only.',
    characters: 'Characters',
    fileHint:
      'Columns sno, name, imei1, amount, date (DD/MM/YYYY) and template (Pre, Due or Post), one device a line. A ' +
      'sample is on the Home page.',
    previewMessages: (count: string) => `Preview ${count} messages`,
    messagesOf: (file: string) => `Messages of ${file}`,
    messagesHelp: 'These messages will be sent. Nothing is sent before you have started and confirmed the batch.',
    filter: 'Filter by text',
    filtered: (count: string, of: string) => `${count} of ${of} messages`,
    firstInFull: (imei: string, header: string) => `IMEI ${imei}: ${header}`,
    filtering: 'Looking through the messages',
    noMessages: 'No message has this text',
    back: 'Back',
    unfitDates: (count: string, row: string) =>
      `${count} dates do not fit their template, the first that of IMEI ${row}: Due is for today, Pre for today ` +
      'or later, Post for today or earlier. The messages say what stands in the file.',
    furtherMessages: (count: string, line: number) =>
      `Further messages to an IMEI that stood before: ${count}, the first on line ${line}. Each of them is sent.`,
    repeatedRows: (count: string, line: number) =>
      `Rows that repeat another one as a whole: ${count}, the first on line ${line}. ` +
      'They are sent too, unless you leave them out.',
    leaveOutRepeated: (count: string) => `Leave out rows that repeat another one (${count})`,
    lookingForRows: 'Looking for the rows of this batch',
    rowsKept: 'The names and amounts of this batch are kept, encrypted, until this login ends. Press Process to go on.',
    rowsUnreadable: (why: string) => `The names and amounts that were kept cannot be read. ${why}`,
    fileAgain: 'The same CSV file',
    fileChosen: (name: string) => `${name} has been read. Press Process to go on.`,
  },
} as const;
