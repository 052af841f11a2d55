import fc from 'fast-check';
import type { Fault } from '../faults/fault.ts';
import type { Behaviour } from '../provider/provider-faults.ts';

/** Devices of a run. */
export const PHONES = 6;

/** Between a client and each instance of the API, the instances and the provider, and them and the database. */
export type Place = 'first' | 'second' | 'provider' | 'database';

/** One command to one phone; whoever is not patient gives up when no answer comes. */
interface PlannedCommand {
  readonly phone: number;
  readonly action: string;
  readonly isPatient: boolean;
}

/** What an operator sends in one go. */
interface PlannedChunk {
  readonly action: string;
  readonly phones: readonly number[];
  readonly isPatient: boolean;
}

/** What happens to a process of the API when a byte passes a place. `suspend`: SIGSTOP, and SIGCONT much later. */
interface PlannedInterruption {
  readonly what: 'kill' | 'suspend';
  readonly instance: 0 | 1;
  readonly place: Place;
  readonly at: number;
}

/** Everything that happens in a run, by its seed. */
export interface Plan {
  /** Each in its order, all at the same time. */
  readonly streams: readonly (readonly PlannedCommand[])[];
  readonly chunks: readonly PlannedChunk[];
  readonly faults: readonly { readonly place: Place; readonly fault: Fault }[];
  readonly interruptions: readonly PlannedInterruption[];
  /** What a superadmin does meanwhile. */
  readonly decisions: readonly ('cancel' | 'pause')[];
  readonly provider: Behaviour;
}

/** About as many bytes as pass a place in a run. */
const bytesOf: Readonly<Record<Place, number>> = { first: 8_000, second: 5_000, provider: 4_000, database: 40_000 };

const places = fc.constantFrom<Place>('first', 'second', 'provider', 'provider', 'database');
const action = fc.constantFrom('lock', 'unlock', 'blockapp', 'unblockapp');
const isPatient = fc.integer({ min: 1, max: 8 }).map((draw) => draw > 1);

const fault = places.chain((place) =>
  fc.record({
    place: fc.constant(place),
    fault: fc.record({
      kind: fc.constantFrom<Fault['kind']>('drop-before', 'drop-after', 'delay', 'reset', 'freeze', 'garbage'),
      at: fc.integer({ min: 0, max: bytesOf[place] }),
      delay: fc.integer({ min: 50, max: 500 }),
      garbage: fc.uint8Array({ minLength: 1, maxLength: 60 }),
      // PostgreSQL waits for the rest of a question for ever, with its locks: no time of its own ends that.
      isBehindWrite: fc.constant(place === 'database'),
    }),
  }),
);

const interruption = places.chain((place) =>
  fc.record({
    what: fc.constantFrom<PlannedInterruption['what']>('kill', 'suspend'),
    instance: fc.constantFrom<0 | 1>(0, 1),
    place: fc.constant(place),
    at: fc.integer({ min: 0, max: bytesOf[place] }),
  }),
);

const providerFault = fc.record(
  {
    at: fc.constantFrom<'submit' | 'status' | undefined>('submit', 'submit', 'status', undefined),
    kind: fc.constantFrom<'answer' | 'drop-before' | 'drop-after' | 'delay' | 'garbage'>(
      ...(['answer', 'answer', 'drop-before', 'drop-after', 'delay', 'garbage'] as const),
    ),
    status: fc.constantFrom(400, 401, 429, 500, 502, 503),
    delay: fc.integer({ min: 100, max: 600 }),
    retryAfter: fc.constant('0'),
    times: fc.integer({ min: 1, max: 2 }),
  },
  { requiredKeys: ['kind', 'status', 'delay', 'retryAfter', 'times'] },
);

const plan: fc.Arbitrary<Plan> = fc.record({
  streams: fc.array(
    fc
      .integer({ min: 0, max: PHONES - 1 })
      .chain((phone) =>
        fc.array(fc.record({ phone: fc.constant(phone), action, isPatient }), { minLength: 1, maxLength: 3 }),
      ),
    { minLength: 1, maxLength: 3 },
  ),
  chunks: fc.array(
    fc.record({
      action,
      phones: fc.uniqueArray(fc.integer({ min: 0, max: PHONES - 1 }), { minLength: 1, maxLength: PHONES }),
      isPatient,
    }),
    { maxLength: 2 },
  ),
  faults: fc.array(fault, { minLength: 1, maxLength: 5 }),
  interruptions: fc.array(interruption, { maxLength: 1 }),
  decisions: fc.array(fc.constantFrom('cancel', 'pause'), { maxLength: 1 }),
  provider: fc.record({
    faults: fc.array(providerFault, { maxLength: 3 }),
    phones: fc.constantFrom('at-once', 'asked'),
    callbacks: fc.constantFrom('off', 'on', 'twice'),
  }),
}) as fc.Arbitrary<Plan>;

/**
 * Nobody can make good that a request reaches the provider after it has said that it does not know the key, which it
 * promises to say only when it is sure. That takes a refusal of the same command beside the late request.
 */
function withoutLateRequests({ faults, provider, ...rest }: Plan): Plan {
  const isRefused = (provider.faults ?? []).some(({ kind, status }) => kind === 'answer' && status === 400);
  const isLate = ({ place, fault: { kind } }: (typeof faults)[number]) =>
    place === 'provider' && (kind === 'freeze' || kind === 'delay');
  return { ...rest, provider, faults: isRefused ? faults.filter((one) => !isLate(one)) : faults };
}

/** The plan of a seed: always the same. */
export function planOf(seed: number): Plan {
  const [only] = fc.sample(fc.noBias(plan), { seed, numRuns: 1 });
  if (!only) throw new Error('No plan was made.');
  return withoutLateRequests(only);
}
