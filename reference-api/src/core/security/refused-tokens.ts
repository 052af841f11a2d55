import { setTimeout } from 'node:timers/promises';
import { MINUTE, type Clock } from '../time/clock.ts';
import { TooManyRequests } from '../errors/request-errors.ts';
import { remember } from './bounded-map.ts';
import { clientNetworkOf } from './client-network.ts';
import { hashSecret, type Tokens } from './tokens.ts';

/** How many refused tokens of a network are looked up at once, and per minute. */
const ATTEMPTS = 100;
const ATTEMPTS_PER_MS = ATTEMPTS / MINUTE;
const RETRY_AFTER_SECONDS = 5;
/** After this many invalid uses, a token of this deployment counts like any other. */
const OWN_REFUSALS = 20;
/** How long the answer to a flood is delayed, in milliseconds, and how many answers at once. */
const HELD_MS = 200;
const HELD_AT_ONCE = 500;
/** Of a network's refused tokens the audit keeps the first few, then each hundredth: a flood must not fill the disk. */
const KEPT = { first: 20, then: 100, while: 15 * MINUTE };

/** One request's token on its way to the database. */
export interface TokenAdmission {
  /** It lacks this deployment's mark, so it is invalid without a lookup. */
  readonly isForged: boolean;
  /** Reports that the token is valid: the request does not count. */
  accepted(): void;
  /** Reports that the database did not answer: the request does not count. */
  unanswered(): void;
  /** Reports that the token was refused; true if the audit should record it. */
  refused(): boolean;
}

/** Makes refused tokens cheap: a network that sends many is refused before the database is asked. */
export interface RefusedTokens {
  /** Counts a request's token as refused until it is accepted. Throws TooManyRequests. */
  admit(token: string | undefined, address: string): TokenAdmission;
  /**
   * Waits a moment before a network beyond its attempts is answered, so that whoever sends the next request after the
   * answer takes no time from others. Where many wait already it does not.
   */
  holdBack(): Promise<void>;
}

/** How floods are answered, and which tokens do not count as one. */
interface FloodAnswers {
  /** Which tokens this deployment has made; default: none. */
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
