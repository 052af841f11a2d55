import * as v from 'valibot';
import { GATEWAY_LIST, type GatewayOutcome } from './device-gateway.ts';

/** The states that a provider names; docs/provider-api.yaml describes the protocol. */
const providerStates = ['accepted', 'acknowledged', 'failed', 'unknown-key'] as const;

const key = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const reason = v.optional(v.nullable(v.string()), '');

const result = v.object({ key, status: v.picklist(providerStates), reason });

const results = v.pipe(v.array(result), v.maxLength(GATEWAY_LIST));

/** The answer to a list of commands, or of keys. */
export const resultsAnswer = v.object({ results });

/** The answer to a question for what the provider has. */
export const listAnswer = v.object({
  commands: v.pipe(
    v.array(
      v.object({
        key,
        imei: v.string(),
        action: v.string(),
        status: v.picklist(['accepted', 'acknowledged', 'failed']),
        reason,
        receivedAt: v.optional(v.string(), ''),
      }),
    ),
    v.maxLength(GATEWAY_LIST),
  ),
  next: v.optional(v.nullable(v.string()), ''),
});

/** What a provider tells by itself. */
export const callbackBody = v.object({
  type: v.literal('commands.outcomes'),
  outcomes: v.pipe(
    v.array(v.object({ key, status: v.picklist(['accepted', 'acknowledged', 'failed']), reason })),
    v.minLength(1),
    v.maxLength(GATEWAY_LIST),
  ),
});

/** An outcome of the wire. */
export function outcomeOf({ status, reason: given }: v.InferOutput<typeof result>): GatewayOutcome {
  if (status !== 'failed') return { status };
  return { status, reason: given?.trim() ? given : 'The provider gave no reason.' };
}

/** A command's key: no deployment but this one, in this epoch, has ever given it. */
export function commandKey(command: { readonly epoch: string; readonly uid: string | null }): string {
  return command.uid === null ? '' : `${command.epoch}.${command.uid}`;
}

/** The parts of a key; undefined for what is none. */
export function partsOfKey(text: string): { readonly epoch: string; readonly uid: string } | undefined {
  const at = text.lastIndexOf('.');
  return at < 0 ? undefined : { epoch: text.slice(0, at), uid: text.slice(at + 1) };
}
