import { t } from '../t.ts';

/** The texts of Operations and of the comparison after a restore. */
export const operationsMessages = {
  title: t('Operations'),
  lead: t('Commands on their way to the phones: what waits, what the provider says, and how to hold it or go on.'),
  unknownToServer: t('This server has no queue to look into'),
  unknownToServerHelp: t('Commands go to phones in a way of its own. Ask whoever runs it.'),
  fetching: t('Reading the queue'),

  dispatch: t('Dispatch'),
  running: t('Running'),
  paused: t('Paused'),
  simulated: t('Simulated phones: no phone is touched.'),
  why: t('Why'),
  by: t('By'),
  since: t('Since'),
  limit: t('Commands a minute'),
  noLimit: t('No limit'),
  waitsFor: t('The provider keeps it waiting'),
  pause: t('Pause dispatch'),
  pauseText: t('Nothing more is handed to the provider until somebody resumes. New commands wait in the queue.'),
  resume: t('Resume dispatch'),
  resumeText: t('What waits is handed to the provider, in the order of each phone.'),
  stop: t('Stop everything'),
  stopText: t(
    'Dispatch is paused, and every command that surely has not reached the provider is cancelled for good. What was ' +
      'handed over already cannot be taken back.',
  ),
  stopWord: t('STOP'),
  reason: t('Reason'),
  reasonHint: t('At least three letters; it stands in the audit.'),
  pausedNow: t('Dispatch is paused.'),
  resumedNow: t('Dispatch is running.'),
  stoppedNow: (count: string) =>
    t('Dispatch is paused. {count, plural, one {{count} command was} other {{count} commands were}} cancelled.', {
      count,
    }),
  refused: t('The server refused this without saying why.'),
  afterUnknown: t('The reply was lost. The figures have been read again: look there before you repeat it.'),

  compare: t('After a restore'),
  compareAsking: t('The provider is being asked what became of the commands that were open.'),
  compareUndecided: t(
    'This database was restored, and the provider says otherwise of some commands. Dispatch is not resumed before ' +
      'each of them is decided.',
  ),
  compareDone: t('Everything is decided. Dispatch can be resumed.'),
  compareUnread: t(
    "The comparison was ended before the provider's list was read to its end: the provider may have commands that " +
      'this database does not know. Ask the provider again to have them listed.',
  ),
  compareOpen: t('Compare and decide'),

  budgets: t('Budgets of commands'),
  budgetsHelp: t('Beyond its budget an account sends nothing more; one that sends far more than usual is paused.'),
  fetchingBudgets: t('Reading the budgets'),
  allAccounts: t('All accounts in 24 hours'),
  used: (used: string, budget: string) => t('{used} of {budget}', { used, budget }),
  watched: t('Accounts to look at'),
  noneWatched: t('No account is paused or near its budget'),
  account: t('Account'),
  inDay: t('In 24 hours'),
  pausedSince: t('Paused since'),
  decision: t('Decision'),
  lift: t('Lift the pause'),
  liftText: (account: string, why: string) =>
    t('{account} may send again, and its batches go on by themselves. It was paused for this: {why}', { account, why }),
  lifted: (account: string) => t('{account} may send again.', { account }),

  queue: t('Queue'),
  queueHelp: t('Choose a state to list its commands. Acknowledged counts those asked for in the last 24 hours.'),
  states: {
    queued: t('Waiting'),
    sent: t('Sent'),
    acknowledged: t('Acknowledged'),
    failed: t('Failed'),
    expired: t('Expired'),
    unknown: t('Outcome unknown'),
    cancelled: t('Cancelled'),
  },
  oldest: (state: string) => t('Oldest: {state}', { state }),
  anyState: t('Every state'),

  pictures: t('The last hours'),
  hours: t('Time'),
  lastHours: (count: string) => t('Last {count} hours', { count }),
  waiting: t('Waiting commands'),
  unanswered: t('Sent and not answered'),
  acknowledged: t('Acknowledged in five minutes'),
  notDone: t('Failed, expired or unknown in five minutes'),
  latency: t('Until a phone acknowledged, 95 of 100'),
  noFigure: t('No figure'),
  providerErrors: t('Errors of the provider'),
  noErrors: t('None in the last day'),
  errorTimes: (count: string) => t('{count, plural, one {once} other {{count} times}} in five minutes', { count }),

  commands: t('Commands'),
  state: t('State'),
  imei: t('IMEI'),
  list: t('List'),
  fetchingCommands: t('Reading the commands'),
  noCommands: t('No command fits'),
  exportName: t('commands'),
  action: t('Command'),
  user: t('User'),
  approvedBy: t('Approved by'),
  created: t('Asked for'),
  updated: t('In this state since'),
  attempts: t('Attempts'),
  reasonOf: t('Why'),
  choose: t('Choose'),
  chooseOne: (imei: string) => t('Choose the command to {imei}', { imei }),
  more: t('Show more'),
  retry: (count: string) =>
    t('{count, plural, one {Send {count} command again} other {Send {count} commands again}}', { count }),
  retryText: t(
    'They go to the provider again under their own keys, so that a phone that has carried one out does not do so ' +
      'again.',
  ),
  cancel: (count: string) =>
    t('{count, plural, one {Cancel {count} command} other {Cancel {count} commands}}', { count }),
  cancelText: t('Only what surely has not reached the provider is cancelled; the answer names the rest.'),
  done: (count: string) =>
    t('{count, plural, =0 {Nothing was} one {{count} command was} other {{count} commands were}} changed.', { count }),
  notDoneOf: (count: string, why: string) =>
    t('{count, plural, one {{count} was} other {{count} were}} left as they are: {why}', { count, why }),

  restored: t('Compare after a restore'),
  restoredLead: t(
    'What was open when the backup was made, as this database and the provider have it. Nothing is sent before it is ' +
      'decided.',
  ),
  asked: t('Asked about'),
  agreed: t('Both agree'),
  undecided: t('To be decided'),
  askAgain: t('Ask the provider again'),
  end: t('End the comparison'),
  endText: t(
    'The provider is asked no further, and what its list has beyond this is not shown. Each command that was not ' +
      'compared waits until you decide: sent again, it goes under its own key, so that the provider does nothing ' +
      'twice; cancelled, it is not sent again, and counts as unknown until the provider says what became of it.',
  ),
  ended: t('The comparison is ended.'),
  ours: t('Here'),
  theirs: t('At the provider'),
  nobody: t('Not known'),
  differs: {
    further: t('The provider is further'),
    'not-there': t('Waiting here, not known there'),
    lost: t('Sent from here, not known there'),
    'not-here': t('Known there alone'),
    'not-asked': t('Not compared'),
  },
  decide: t('Decide'),
  decided: t('Decided'),
  decisions: {
    adopt: t('Take theirs'),
    send: t('Send it'),
    cancel: t('Cancel it'),
  },
  decideAll: (decision: string, kind: string) => t('{kind}, all: {decision}', { kind, decision }),
  decideText: t('Each is decided once, and stands in the audit.'),
  nothingDiffers: t('The provider and this database agree.'),
  notRestored: t('This database was not restored'),
  notRestoredHelp: t('There is nothing to compare.'),
  back: t('Back to Operations'),
} as const;
