import { type CallName } from '@device-console/shared-lib/contract';
import { PROOF_MINUTES, commandNeedsProof, needsProof } from '@device-console/shared-lib/contract/server';
import { ChallengeFirst } from '../../core/errors/request-errors.ts';
import type { Batch } from '../../core/store/batches.ts';
import type { Database } from '../../core/store/store.ts';
import { MINUTE } from '../../core/time/clock.ts';
import type { Actor, CallContext, Platform } from '../../core/calls/context.ts';
import { proofOffers, provesBySignOn } from './identity-proof.ts';
import type { Sending } from '../../core/commands/item.ts';

interface Parts {
  readonly db: Database;
  readonly platform: Platform;
  readonly actor: Actor;
}

/** API keys need no proof: other limits bound them (K2). */
function isProven({ platform, actor }: Pick<Parts, 'platform' | 'actor'>): boolean {
  if (actor.via === 'key' || platform.identity.stepUp === undefined) return true;
  const { authenticatedAt } = actor;
  if (authenticatedAt === undefined) return false;
  return Math.abs(platform.clock.now().getTime() - Date.parse(authenticatedAt)) <= PROOF_MINUTES * MINUTE;
}

async function refuse(parts: Parts): Promise<never> {
  const { offers } = await proofOffers(parts);
  const bySignOn = await provesBySignOn(parts);
  throw new ChallengeFirst('Confirm that it is you, then try again. Nothing was done yet.', {
    kind: 'proof',
    offers,
    ...(bySignOn ? { bySignOn } : {}),
  });
}

/** Refuses a call that needs a proof of identity if the last one is older than five minutes (S18). */
export async function requireProof(parts: Parts, name: CallName, body: unknown): Promise<void> {
  const { platform, actor } = parts;
  if (isProven(parts)) return;
  const facts = { rows: platform.identity.stepUp?.rows ?? 0, hasFactor: actor.hasFactor };
  if (needsProof(name, body, facts)) await refuse(parts);
}

/**
 * Refuses items of a command that needs a proof, unless they belong to a known batch: its list was registered with a
 * proof, so that a running batch need not stop. There is no other way around the proof (S18).
 */
export async function requireProofOfItems(
  context: CallContext,
  { action }: Sending,
  batch: Batch | undefined,
): Promise<void> {
  if (batch || isProven(context) || !commandNeedsProof(action)) return;
  await refuse(context);
}

/** Refuses to take over somebody else's batch without a fresh proof, if its list needed one (S18). */
export async function requireProofOfTakeOver(context: CallContext, batch: Batch): Promise<void> {
  const rows = context.platform.identity.stepUp?.rows ?? 0;
  if (isProven(context) || batch.account_id === context.actor.accountId) return;
  if (commandNeedsProof(batch.action) || batch.devices > rows) await refuse(context);
}
