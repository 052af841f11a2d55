import { canonicalJson, commandByAction, type Command, type CommandVariant } from '@device-console/shared-lib/contract';
import { v5 } from 'uuid';
import type { CallContext } from '../calls/context.ts';
import { MalformedRequest } from '../errors/request-errors.ts';
import type { CommonOfCommands } from '../store/commands.ts';
import type { OutcomeKey } from '../store/outcomes.ts';
import type { ClaimStatus } from '../store/schema.ts';

const NAMESPACE = '8f1c6f0e-6d0b-4c51-9c3e-2b7a5d94e6a1';

export interface Order {
  readonly command: Command;
  readonly variant: CommandVariant;
}

export function orderOf(action: string): Order {
  const order = commandByAction(action);
  if (!order) throw new MalformedRequest(`There is no command with action "${action}".`);
  return order;
}

/** Why a notification without a message is refused; else null. */
export function missingMessage({ command }: Order, message: string | undefined): string | null {
  return command.form === 'notification' && !message?.trim() ? 'A notification needs its message.' : null;
}

/** Why a known device takes no command. */
export function notReachable(imei: string, status: Exclude<ClaimStatus, 'ENROLLED'>): string {
  return status === 'RELEASED'
    ? `Device ${imei} is released and takes no more commands.`
    : `Device ${imei} is de-enrolled. It must be registered again before it takes commands.`;
}

/** The same for the same request of a deployment, even if a restored database has forgotten it. */
export function uidOfRequest({ platform }: CallContext, key: OutcomeKey, body: object): string {
  const { accountId, method, path, transactionId } = key;
  return v5(canonicalJson([platform.commands.deployment, accountId, method, path, transactionId, body]), NAMESPACE);
}

export function commonOfCommands(
  { actor, platform }: CallContext,
  { variant }: Order,
  sent: {
    readonly filename?: string | undefined;
    readonly batchId?: string | undefined;
    readonly reason: string;
    readonly approvedBy?: string | undefined;
  },
): CommonOfCommands {
  const { filename } = sent;
  return {
    epoch: platform.commands.deployment,
    account_id: actor.accountId,
    user_email: actor.email,
    interface: actor.via === 'key' ? 'A' : filename === undefined ? 'S' : 'B',
    action: variant.action,
    reported_as: variant.reportedAs,
    report: variant.report,
    filename: filename ?? '',
    batch_id: sent.batchId ?? null,
    reason: sent.reason,
    approved_by: sent.approvedBy ?? null,
  };
}
