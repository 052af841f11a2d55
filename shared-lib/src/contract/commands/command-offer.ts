// Apart from the table of commands, which the login page does without.
import type { CommandDefinition } from './command-definition.ts';

/** What a gateway has commands for, if not for all. */
export interface CommandOffer {
  /** The gateway's name in sentences. */
  readonly gateway: string;
  /** Actions on the wire. */
  readonly actions: readonly string[];
}

/** False if the gateway has no command for it. Without an offer all commands are offered. */
export function isOffered(offer: CommandOffer | undefined, { send, variants }: CommandDefinition): boolean {
  // The server itself carries this one out (C3).
  if (offer === undefined || send === 'formattedDevice') return true;
  return variants.some(({ action }) => offer.actions.includes(action));
}
