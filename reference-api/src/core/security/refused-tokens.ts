import { setTimeout } from 'node:timers/promises';
import { MINUTE, type Clock } from '../time/clock.ts';
import { TooManyRequests } from '../errors/request-errors.ts';
import { remember } from './bounded-map.ts';
import { clientNetworkOf } from './client-network.ts';
import { hashSecret, type Tokens } from './tokens.ts';

/** Tokens of a network that are asked about at once, and in a minute, once they were refused. */
const ATTEMPTS = 100;
const ATTEMPTS_PER_MS = ATTEMPTS / MINUTE;
const RETRY_AFTER_SECONDS = 5;
/** So often a token of this deployment's own may open nothing before it counts as any other. */
const OWN_REFUSALS = 20;
/** Milliseconds that the answer to a flood is held back, and how many answers at once. */
const HELD_MS = 200;
const HELD_AT_ONCE = 500;
/** Of a network's refused tokens the audit keeps the first of a while, then each hundredth: a flood fills no disk. */
const KEPT = { first: 20, then: 100, while: 15 * MINUTE };

/** One request's token on its way to the database. */
export interface TokenAdmission {
  /** Its mark is none of this deployment's: it opens nothing, and need not be looked for. */
  readonly isForged: boolean;
  /** Tells that the token opens something: the request did not count. */
  accepted(): void;
  /** Tells that the database did not say what the token opens: the request did not count. */
  unanswered(): void;
  /** Tells that the token was refused; true where the audit is to keep that. */
  refused(): boolean;
}

/** Keeps refused tokens from costing anything: who sends many of them is refused before the database is asked. */
export interface RefusedTokens {
  /** Counts a request's token as refused until it was accepted. Throws TooManyRequests. */
  admit(token: string | undefined, address: string): TokenAdmission;
  /**
   * Waits a moment before a network beyond its attempts is answered, so that whoever sends the next request after the
   * answer takes no time from others. Where many wait already it does not.
   */
  holdBack(): Promise<void>;
}

/** How floods are answered, and which tokens are none of a flood. */
interface FloodAnswers {
  /** Which tokens this deployment has made; by default none. */
  readonly tokens?: Pick<Tokens, 'isOwn'> | undefined;
  readonly heldMs?: number | undefined;
  readonly heldAtOnce?: number | undefined;
}

interface Network {
  /** Attempts that are left, at a time. */
  left: number;
  at: number;
  /** Requests refused since all its attempts were left. */
  excess: number;
  /** Tokens refused since a moment. */
  refused: number;
  since: number;
}

/**
 * Makes the counts of one server, in its memory. A network may have a hundred tokens refused at once, and then a
 * hundred a minute; tokens that this deployment has made pass, whatever else comes from their network, until they have
 * opened nothing for some times.
 */
export function createRefusedTokens(
  clock: Clock,
  { heldMs = HELD_MS, heldAtOnce = HELD_AT_ONCE, tokens = { isOwn: () => false } }: FloodAnswers = {},
): RefusedTokens {
  const networks = new Map<string, Network>();
  const ownRefusals = new Map<string, number>();
  let held = 0;

  function networkOf(address: string, now: number): Network {
    const name = clientNetworkOf(address);
    const network = networks.get(name) ?? { left: ATTEMPTS, at: now, excess: 0, refused: 0, since: now };
    network.left = Math.min(ATTEMPTS, network.left + Math.abs(now - network.at) * ATTEMPTS_PER_MS);
    network.at = now;
    if (network.left === ATTEMPTS) network.excess = 0;
    if (Math.abs(now - network.since) >= KEPT.while) Object.assign(network, { refused: 0, since: now });
    remember(networks, name, network);
    return network;
  }

  return {
    async holdBack() {
      if (held >= heldAtOnce) return;
      held += 1;
      await setTimeout(heldMs);
      held -= 1;
    },
    admit(token, address) {
      const isOwn = token !== undefined && tokens.isOwn(token);
      const hash = isOwn ? hashSecret(token) : '';
      const refusals = ownRefusals.get(hash) ?? 0;
      const network = networkOf(address, clock.now().getTime());
      const refused = () => {
        network.refused += 1;
        return network.refused <= KEPT.first || network.refused % KEPT.then === 0;
      };
      if (isOwn && refusals < OWN_REFUSALS) {
        remember(ownRefusals, hash, refusals + 1);
        const unanswered = () => remember(ownRefusals, hash, Math.max(0, (ownRefusals.get(hash) ?? 0) - 1));
        return { isForged: false, accepted: () => void ownRefusals.delete(hash), unanswered, refused };
      }
      if (network.left < 1) {
        network.excess += 1;
        throw new TooManyRequests(RETRY_AFTER_SECONDS, network.excess);
      }
      network.left -= 1;
      const unanswered = () => {
        network.left = Math.min(ATTEMPTS, network.left + 1);
      };
      return {
        isForged: token !== undefined && !isOwn,
        unanswered,
        refused,
        accepted() {
          unanswered();
          ownRefusals.delete(hash);
        },
      };
    },
  };
}
