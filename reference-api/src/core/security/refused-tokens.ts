import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { MINUTE, type Clock } from '../time/clock.ts';
import { TooManyRequests } from '../errors/request-errors.ts';
import { countsInMemory } from './counts.ts';
import { clientNetworkOf } from './networks.ts';
import { hashSecret, type Tokens } from './tokens.ts';

/** Refused tokens of a network that are looked up at once, and per minute. */
const ATTEMPTS = 100;
const ATTEMPTS_PER_MS = ATTEMPTS / MINUTE;
const RETRY_AFTER_SECONDS = 5;
/** After this many invalid uses, a token of this deployment counts like any other. */
const OWN_REFUSALS = 20;
/** Networks, and tokens, that are counted: anybody can send any number. */
const REMEMBERED = 10_000;
/** Milliseconds that the answer to a flood is delayed, and answers delayed at once. */
const HELD_MS = 200;
const HELD_AT_ONCE = 500;
/** The audit keeps the first few of a network's refused tokens, then each hundredth: a flood must not fill the disk. */
const KEPT = { first: 20, then: 100, while: 15 * MINUTE };

export type RefusedTokens = ReturnType<typeof createRefusedTokens>;

/** One request's token on its way to the database. */
export type TokenAdmission = ReturnType<RefusedTokens['admit']>;

interface FloodAnswers {
  readonly tokens?: Pick<Tokens, 'isOwn'> | undefined;
  readonly heldMs?: number | undefined;
  readonly heldAtOnce?: number | undefined;
}

interface Network {
  /** Attempts left, at a time. */
  left: number;
  at: number;
  /** Requests refused since all its attempts were left. */
  excess: number;
}

/**
 * Refuses a network with many invalid tokens before the database is asked; counts in one server's memory. Tokens of
 * this deployment pass, whatever else comes from their network, until they have failed several times.
 */
export function createRefusedTokens(
  clock: Clock,
  { heldMs = HELD_MS, heldAtOnce = HELD_AT_ONCE, tokens = { isOwn: () => false } }: FloodAnswers = {},
) {
  const networks = new LRUCache<string, Network>({ max: REMEMBERED });
  const ownRefusals = countsInMemory();
  const recorded = countsInMemory();
  let held = 0;

  function networkOf(name: string, now: number): Network {
    const network = networks.get(name) ?? { left: ATTEMPTS, at: now, excess: 0 };
    network.left = Math.min(ATTEMPTS, network.left + Math.abs(now - network.at) * ATTEMPTS_PER_MS);
    network.at = now;
    if (network.left === ATTEMPTS) network.excess = 0;
    networks.set(name, network);
    return network;
  }

  return {
    /** Delays the answer to a flood, so that its next request takes no time from others. */
    async holdBack(): Promise<void> {
      if (held >= heldAtOnce) return;
      held += 1;
      await setTimeout(heldMs);
      held -= 1;
    },
    /** Counts a request's token as refused until it is accepted. Throws TooManyRequests. */
    admit(token: string | undefined, address: string) {
      const own = token !== undefined && tokens.isOwn(token) ? hashSecret(token) : undefined;
      const passes = own !== undefined && ownRefusals.countOf(own) < OWN_REFUSALS;
      const name = clientNetworkOf(address);
      const network = networkOf(name, clock.now().getTime());
      if (passes) ownRefusals.add(own);
      else if (network.left >= 1) network.left -= 1;
      else {
        network.excess += 1;
        throw new TooManyRequests(RETRY_AFTER_SECONDS, network.excess);
      }
      /** The database did not answer: the request does not count. */
      const unanswered = () => {
        if (passes) ownRefusals.takeBack(own);
        else network.left = Math.min(ATTEMPTS, network.left + 1);
      };
      return {
        /** Invalid without a lookup. */
        isForged: token !== undefined && own === undefined,
        unanswered,
        accepted() {
          unanswered();
          if (own !== undefined) ownRefusals.forget(own);
        },
        /** True if the audit should record the refusal. */
        refused() {
          const refused = recorded.add(name, { now: clock.now(), window: KEPT.while });
          return refused <= KEPT.first || refused % KEPT.then === 0;
        },
      };
    },
  };
}
