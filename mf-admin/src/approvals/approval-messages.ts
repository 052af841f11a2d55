import { t } from '../t.ts';

/** The texts of Approvals. */
export const approvalMessages = {
  title: t('Approvals'),
  lead: t('Commands that are sent only after a second person has approved them. Nobody approves what they asked for.'),
  unknownToServer: t('This server sends every command at once'),
  unknownToServerHelp: t('No command waits for a second person here.'),
  notInUse: t('Approvals are not in use here'),
  notInUseHelp: t('No command of this console waits for a second person, so there is nothing to decide.'),
  fetching: t('Reading the requests'),
  waiting: t('Waiting for your decision'),
  noneWaiting: t('Nothing waits for your decision'),
  own: t('Your requests'),
  noneOwn: t('You have asked for nothing that needs a second person'),
  decided: t('Decided'),
  noneDecided: t('Nothing was decided yet'),
  asker: t('Who asks'),
  byKey: (asker: string) => t('{asker}, by an API key', { asker }),
  command: t('Command'),
  target: t('Devices'),
  all: t('All devices'),
  batch: (count: string) =>
    t('{count, plural, one {A list of {count} device} other {A list of {count} devices}}', { count }),
  asked: t('Asked'),
  until: t('Until'),
  state: t('State'),
  states: {
    waiting: t('Waiting'),
    approved: t('Approved'),
    refused: t('Refused'),
    expired: t('Not decided in time'),
    failed: t('Could not be sent'),
  },
  stateBy: (state: string, decider: string, why: string) =>
    why === ''
      ? t('{state} by {decider}', { state, decider })
      : t('{state} by {decider}: {why}', { state, decider, why }),
  decision: t('Decision'),
  approve: t('Approve'),
  refuse: t('Refuse'),
  approveOf: (command: string, asker: string) => t('Approve: {command} for {asker}', { command, asker }),
  refuseOf: (command: string, asker: string) => t('Refuse: {command} for {asker}', { command, asker }),
  approveText: (command: string, target: string, asker: string) =>
    t('{command} will be sent to {target}, as {asker} asked. Your name stands beside it in the audit.', {
      ...{ command, target, asker },
    }),
  refuseText: (command: string, target: string, asker: string) =>
    t('{command} will not be sent to {target}. {asker} is told so.', { command, target, asker }),
  approvedNow: t('Approved.'),
  refusedNow: t('Refused. Nothing was sent.'),
} as const;
