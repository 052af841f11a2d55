import type { CallAccess } from './calls/call-definition.ts';
import { type Command, commandByAction, commandByStatusOf } from './commands/commands.ts';
import type { Access } from './permissions.ts';
import type { CallName } from './calls/calls.ts';

/** Access to a command: its permission, or its role (D9). */
export const accessOfCommand = (command: Command): Access => ({ permission: command.permission, roles: command.roles });

/** The command that a call's body names by `action` or `statusOf`; undefined if none. */
export function commandOfBody(body: unknown): Command | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  if ('action' in body && typeof body.action === 'string') return commandByAction(body.action)?.command;
  if ('statusOf' in body && typeof body.statusOf === 'string') return commandByStatusOf(body.statusOf);
  return undefined;
}

/**
 * The access that a call needs (D9, D21), for `mayAccess()`: for a command's call the command's; null if it has none.
 */
export function accessOfCall(access: CallAccess, body: unknown): Access | null {
  if (access === 'anyone' || access === 'session') return {};
  if (access === 'figures') return { roles: ['SUPERADMIN'] };
  if (access !== 'command') return access;
  const command = commandOfBody(body);
  return command ? accessOfCommand(command) : null;
}

/** Facts about a call beyond its body. */
export interface StepUpFacts {
  /** A batch of more rows asks for a proof. */
  readonly rows: number;
  readonly hasFactor: boolean;
}

type Body = Readonly<Record<string, unknown>>;
type Rule = (body: Body, facts: StepUpFacts) => boolean;

const always: Rule = () => true;
const ofCommand: Rule = (body) => commandOfBody(body)?.stepUp === true;
const toAll: Rule = ({ imei }) => typeof imei === 'string' && imei.toUpperCase() === 'ALL';
const becomes =
  (status: string): Rule =>
  (body) =>
    body['status'] === status;

function entriesOf(list: unknown): number {
  if (typeof list !== 'string') return 0;
  let entries = 1;
  for (let at = list.indexOf(','); at >= 0; at = list.indexOf(',', at + 1)) entries += 1;
  return entries;
}

/**
 * The calls that ask for a fresh proof of identity (S18). A batch's list is one, its rows are not, so a running batch
 * never waits for its operator.
 */
const stepUpRules: Readonly<Partial<Record<CallName, Rule>>> = {
  lockNotification: ofCommand,
  adminLockNotification: (body, facts) => toAll(body, facts) || ofCommand(body, facts),
  updateCommandOnServer: (body, facts) => ofCommand(body, facts) || entriesOf(body['imeilist']) > facts.rows,
  generateKey: always,
  updateKeyStatus: becomes('active'),
  addUser: always,
  inviteUser: always,
  sendPasswordLink: always,
  updateUser: always,
  updateUserStatus: becomes('ACTIVE'),
  updateLoginStatus: always,
  changeRole: always,
  closeAccount: always,
  resetFactors: always,
  containAccount: always,
  decideApproval: ({ decision }) => decision === 'approve',
  liftCommandPause: always,
  // Its body has the password; who has a second factor shows that too.
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

/** True for a command each row or list of which asks for a proof. */
export const commandNeedsProof = (action: string): boolean => commandByAction(action)?.command.stepUp === true;
