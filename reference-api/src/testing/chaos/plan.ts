import fc from 'fast-check';
import type { Fault } from '../faults/fault.ts';
import type { Behaviour, Fault as ProviderFault } from '../provider/provider-faults.ts';

/** Devices of a run. */
export const PHONES = 6;

/** Between a client and each instance of the API, and between them and the provider, database or mail server. */
export type Place = 'first' | 'second' | 'provider' | 'database' | 'mail';

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

/** How far the clock of an instance is wrong from when a byte passes a place. */
interface PlannedStep {
  readonly hours: number;
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
  readonly steps: readonly PlannedStep[];
  /** After so many bytes the database is cut off, until the servers have said so. */
  readonly cuts: readonly number[];
  /** Forgotten passwords, which are mailed about. */
  readonly mails: number;
  readonly mailServer: 'takes' | 'refuses';
  /** What a superadmin does meanwhile. */
  readonly decisions: readonly ('cancel' | 'pause')[];
  readonly provider: Behaviour;
}

/** About as many bytes as pass a place in a run. */
const bytesOf: Readonly<Record<Place, number>> = {
  first: 8_000,
  second: 5_000,
  provider: 4_000,
  database: 40_000,
  mail: 200,
};

const places = fc.constantFrom<Place>('first', 'second', 'provider', 'provider', 'database');
const faultyPlaces = fc.oneof({ weight: 8, arbitrary: places }, { weight: 1, arbitrary: fc.constant<Place>('mail') });
const action = fc.constantFrom('lock', 'unlock', 'blockapp', 'unblockapp');
const isPatient = fc.integer({ min: 1, max: 8 }).map((draw) => draw > 1);

const fault = faultyPlaces.chain((place) =>
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

const step = places.chain((place) =>
  fc.record({
    hours: fc.constantFrom(-8, -3, 3, 8),
    instance: fc.constantFrom<0 | 1>(0, 1),
    place: fc.constant(place),
    at: fc.integer({ min: 0, max: bytesOf[place] }),
  }),
);

const providerFault = fc.record(
  {
    at: fc.constantFrom<'submit' | 'status' | undefined>('submit', 'submit', 'status', undefined),
    kind: fc.constantFrom<ProviderFault['kind']>(
      ...(['answer', 'answer', 'drop-before', 'drop-after', 'delay', 'garbage', 'act', 'act'] as const),
      ...(['contradict', 'behind', 'forget'] as const),
    ),
    status: fc.constantFrom(400, 401, 403, 429, 500, 502, 503),
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
  steps: fc.array(step, { maxLength: 1 }),
  cuts: fc.array(fc.integer({ min: 0, max: bytesOf.database / 2 }), { maxLength: 1 }),
  mails: fc.integer({ min: 0, max: 2 }),
  mailServer: fc.constantFrom('takes', 'refuses'),
  decisions: fc.array(fc.constantFrom('cancel', 'pause'), { maxLength: 1 }),
  provider: fc.record({
    faults: fc.array(providerFault, { maxLength: 3 }),
    phones: fc.constantFrom('at-once', 'asked'),
    callbacks: fc.constantFrom('off', 'on', 'twice'),
  }),
}) as fc.Arbitrary<Plan>;

/**
 * Nobody can make good that a provider says that it does not know a key that it has, or that reaches it later: it
 * promises to say so only when it is sure. That takes a refusal of the same command beside it.
 */
function withoutDenials({ faults, provider, ...rest }: Plan): Plan {
  const own = provider.faults ?? [];
  const isRefused = own.some(({ kind, status }) => (kind === 'answer' || kind === 'act') && status === 400);
  if (!isRefused) return { ...rest, provider, faults };
  const isLate = ({ place, fault: { kind } }: (typeof faults)[number]) =>
    place === 'provider' && (kind === 'freeze' || kind === 'delay');
  return {
    ...rest,
    provider: { ...provider, faults: own.filter(({ kind }) => kind !== 'forget') },
    faults: faults.filter((one) => !isLate(one)),
  };
}

/** The plan of a seed: always the same. */
export function planOf(seed: number): Plan {
  const [only] = fc.sample(fc.noBias(plan), { seed, numRuns: 1 });
  if (!only) throw new Error('No plan was made.');
  return withoutDenials(only);
}
