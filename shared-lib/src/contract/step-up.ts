import { commandOfBody } from './call-access.ts';
import type { CallName } from './calls/calls.ts';
import { commandByAction } from './commands/commands.ts';

/** What is known of a call besides its body. */
export interface StepUpFacts {
  /** Rows above which a batch asks for a proof. */
  readonly rows: number;
  /** The account has a second factor. */
  readonly hasFactor: boolean;
}

type Body = Readonly<Record<string, unknown>>;
/** Whether a call with this body asks for a fresh proof of identity. */
type Rule = (body: Body, facts: StepUpFacts) => boolean;

const always: Rule = () => true;
const ofCommand: Rule = (body) => commandOfBody(body)?.stepUp === true;
const toAll: Rule = ({ imei }) => typeof imei === 'string' && imei.toUpperCase() === 'ALL';
const becomes =
  (status: string): Rule =>
  (body) =>
    body['status'] === status;

/** The number of entries in a list joined by commas. */
function entriesOf(list: unknown): number {
  if (typeof list !== 'string') return 0;
  let entries = 1;
  for (let at = list.indexOf(','); at >= 0; at = list.indexOf(',', at + 1)) entries += 1;
  return entries;
}

/**
 * The calls that ask for a fresh proof of identity (S18). The rows of a batch are not among them: its list is, so a
 * batch under way never waits for its operator.
 */
const stepUpRules: Readonly<Partial<Record<CallName, Rule>>> = {
  lockNotification: ofCommand,
  adminLockNotification: (body, facts) => toAll(body, facts) || ofCommand(body, facts),
  updateCommandOnServer: (body, facts) => ofCommand(body, facts) || entriesOf(body['imeilist']) > facts.rows,
  generateKey: always,
  updateKeyStatus: becomes('active'),
  addUser: always,
  inviteUser: always,
  updateUser: always,
  updateUserStatus: becomes('ACTIVE'),
  updateLoginStatus: always,
  changeRole: always,
  closeAccount: always,
  resetFactors: always,
  containAccount: always,
  decideApproval: ({ decision }) => decision === 'approve',
  liftCommandPause: always,
  // Its body has the password; whoever has a second factor shows that too.
  changePassword: (_body, { hasFactor }) => hasFactor,
  endSessions: always,
  addTotp: always,
  addPasskey: always,
  removeFactor: always,
  renewRecoveryCodes: always,
};

/** True for a call that asks for a fresh proof of identity. */
export function needsProof(name: CallName, body: unknown, facts: StepUpFacts): boolean {
  const rule = stepUpRules[name];
  return rule !== undefined && rule(typeof body === 'object' && body !== null ? { ...body } : {}, facts);
}

/** True for a command each of whose rows, or whose list, asks for a proof. */
export const commandNeedsProof = (action: string): boolean => commandByAction(action)?.command.stepUp === true;
