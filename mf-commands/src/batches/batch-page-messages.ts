import { t } from '../t.ts';

/** The texts of the page of one batch. */
export const batchPageMessages = {
  fetching: t('Fetching the batch'),
  failed: t('The batch could not be fetched'),
  retry: t('Retry'),
  gone: t('There is no such batch'),
  goneHelp: t('It may be another account’s, or the address is not whole.'),
  all: t('All batches'),
  refresh: t('Refresh'),
  facts: t('How far it is'),
  progress: t('Devices with an outcome'),
  state: t('State'),
  states: new Map([
    ['running', t('Running')],
    ['silent', t('Not heard of')],
    ['complete', t('Complete')],
  ]),
  unknownState: t('Unfinished'),
  holder: t('Sent by'),
  holderIn: (holder: string, place: string) => t('{holder}, {place}', { holder, place }),
  startedBy: t('Started by'),
  seen: t('Last heard of'),
  started: t('Started'),
  command: t('Command'),
  found: t('Found'),
  notFound: t('Not Found'),
  acknowledged: t('Acknowledged by phones'),
  sent: t('Sent to phones'),
  waiting: t('Waiting at the server'),
  failedCommands: t('Failed at phones'),
  expired: t('Expired unsent'),
  unknownOutcome: t('Outcome unknown'),
  cancelled: t('Cancelled unsent'),
  resume: t('Resume'),
  takeOver: t('Take over…'),
  takeOverTitle: (file: string) => t('Take over {file}?', { file }),
  takeOverConfirm: t('Take over'),
  takeOverRunning: (holder: string, place: string) =>
    t('{holder} is sending it now in {place}. It stops there, and goes on here where it is.', { holder, place }),
  takeOverSilent: (holder: string, place: string) =>
    t('{holder} had it in {place}, which was not heard of lately. It cannot go on there any more.', { holder, place }),
  takeOverHelp: t('Nothing is sent twice, and the file is not needed. The audit says that you took it over.'),
  takeOverFailed: t('The batch could not be taken over'),
  occupied: (command: string) =>
    t('This browser has an unfinished batch of {command}. Finish it or leave it first.', { command }),
  busy: (command: string) => t('A batch of {command} is being worked on here or in another tab.', { command }),
  open: (command: string) => t('Open {command}', { command }),
  cancelRest: (count: string) =>
    t('{count, plural, one {Cancel {count} waiting command…} other {Cancel {count} waiting commands…}}', { count }),
  cancelRestTitle: (file: string) => t('Cancel the rest of {file}?', { file }),
  cancelRestText: (count: string) =>
    t(
      '{count, plural, one {{count} command of this batch waits} other {{count} commands of this batch wait}} to be ' +
        'sent. What surely has not reached the provider is cancelled for good; what may have cannot be taken back.',
      { count },
    ),
  cancelRestRunning: t('The batch is still being sent: what it queues from now on is not cancelled.'),
  cancelRestConfirm: t('Cancel the rest'),
  cancelReason: t('Reason'),
  cancelReasonHint: t('At least three letters; it stands in the audit.'),
  cancelling: t('Cancelling the rest'),
  cancelledRest: (count: string) =>
    t('{count, plural, =0 {Nothing was} one {{count} command was} other {{count} commands were}} cancelled.', {
      count,
    }),
  notCancelled: (count: string, why: string) =>
    t('{count, plural, one {{count} command} other {{count} commands}} could not be cancelled: {why}', { count, why }),
  sentBefore: (count: string) =>
    t(
      '{count, plural, one {{count} command} other {{count} commands}} could not be cancelled: no longer waiting by ' +
        'then, but sent or ended.',
      { count },
    ),
  cancelRestFailed: t('The rest could not be cancelled'),
  cancelRestLook: t('Some of it may be cancelled already. The figures have been read again: look there first.'),
  results: t('Devices'),
  resultsHelp: t('What the server answered, and how far the command of each device is by now.'),
  show: t('Show the devices'),
  reading: t('Reading the devices'),
  readFailed: t('The devices could not be read'),
  emptyRows: t('The list of this batch was never registered.'),
  serial: t('S.No.'),
  imei: t('IMEI'),
  outcome: t('Outcome'),
  phone: t('Phone'),
  why: t('Why'),
  none: '–',
  outcomes: new Map([
    ['open', t('open')],
    ['found', t('found')],
    ['not found', t('not found')],
    ['refused', t('refused')],
  ]),
  commands: new Map([
    ['queued', t('waiting')],
    ['sent', t('sent')],
    ['acknowledged', t('acknowledged')],
    ['failed', t('failed')],
    ['expired', t('expired')],
    ['unknown', t('outcome unknown')],
    ['cancelled', t('cancelled')],
  ]),
} as const;
