import { commandList, type Command } from '@device-console/shared-lib/contract';
import { namedNumbers } from '../../core/configuration/named-numbers.ts';
import { numeric } from '../../core/configuration/variable-readers.ts';
import { ALL_DEVICES } from '../../core/store/commands.ts';

/** From how many devices a command needs approval, by command id; `any` applies to every command. */
export type ApprovalPolicy = Readonly<Record<string, number>>;

declare module '../../core/calls/context.ts' {
  interface Platform {
    readonly approvals: { readonly policy: ApprovalPolicy; readonly hours: number };
  }
}

const names = [ALL_DEVICES, 'any', ...commandList.map(({ id }) => id)];

export const approvalVariables = {
  /** By default, no command needs approval. */
  FOUR_EYES: namedNumbers<string>(Object.fromEntries(names.map((name) => [name, { least: 1 }])), {
    most: 1_000_000,
    unit: 'devices',
  }),
  APPROVAL_HOURS: numeric(24, 1, 720),
} as const;

export function isUsed(policy: ApprovalPolicy): boolean {
  return Object.keys(policy).length > 0;
}

/** True if a command to this many devices needs approval (C12). ALL exceeds every number. */
export function needsApproval(
  policy: ApprovalPolicy,
  { id }: Pick<Command, 'id'>,
  devices: number | typeof ALL_DEVICES,
): boolean {
  if (devices === ALL_DEVICES) return [ALL_DEVICES, id, 'any'].some((name) => policy[name] !== undefined);
  return [policy[id], policy['any']].some((from) => from !== undefined && devices >= from);
}
