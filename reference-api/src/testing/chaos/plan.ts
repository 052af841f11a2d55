import fc from 'fast-check';
import type { Fault } from '../faults/fault-proxy.ts';
import type { Fault as ProviderFault } from '../provider/provider.ts';

/** Devices of a run. */
export const PHONES = 6;

/** Connections from clients to each instance of the API, and from these to the provider, database or mail server. */
export type Place = 'first' | 'second' | 'provider' | 'database' | 'mail';

/** About how many bytes pass a place in a run. */
const bytesOf: Readonly<Record<Place, number>> = {
  first: 8_000,
  second: 5_000,
  provider: 4_000,
  database: 40_000,
  mail: 200,
};

const places = fc.constantFrom<Place>('first', 'second', 'provider', 'provider', 'database');
const faultyPlaces = fc.oneof({ weight: 8, arbitrary: places }, { weight: 1, arbitrary: fc.constant<Place>('mail') });
const action = fc.constantFrom<string>('lock', 'unlock', 'blockapp', 'unblockapp');
const isPatient = fc.integer({ min: 1, max: 8 }).map((draw) => draw > 1);

const fault = faultyPlaces.chain((place) =>
  fc.record({
    place: fc.constant(place),
    fault: fc.record({
      kind: fc.constantFrom<Fault['kind']>('drop-before', 'drop-after', 'delay', 'reset', 'freeze', 'garbage'),
      at: fc.integer({ min: 0, max: bytesOf[place] }),
      delay: fc.integer({ min: 50, max: 500 }),
      garbage: fc.uint8Array({ minLength: 1, maxLength: 60 }),
      // PostgreSQL waits forever for the rest of a question, with its locks: no timeout of its own ends that.
      isBehindWrite: fc.constant(place === 'database'),
    }),
  }),
);

/** What happens to an instance or the database when a byte passes a place. `suspend`: SIGSTOP, and SIGCONT later. */
const event = places.chain((place) =>
  fc.record({
    what: fc.constantFrom('kill', 'suspend', 'stepClock', 'cutDatabase'),
    instance: fc.constantFrom<0 | 1>(0, 1),
    /** By which a clock is wrong. */
    hours: fc.constantFrom(-8, -3, 3, 8),
    place: fc.constant(place),
    at: fc.integer({ min: 0, max: bytesOf[place] }),
  }),
);
/** Only one instance is stopped in a run. */
const kindOf = ({ what }: { readonly what: string }) => (what === 'suspend' ? 'kill' : what);

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

const phone = fc.integer({ min: 0, max: PHONES - 1 });
/** Commands to one phone, one after the other; an impatient client gives up if no answer comes. */
const stream = phone.chain((one) =>
  fc.array(fc.record({ phone: fc.constant(one), action, isPatient }), { minLength: 1, maxLength: 3 }),
);
const chunk = fc.record({
  action,
  phones: fc.uniqueArray(phone, { minLength: 1, maxLength: PHONES }),
  isPatient,
});

const plan = fc.record({
  /** Run at the same time. */
  streams: fc.array(stream, { minLength: 1, maxLength: 3 }),
  chunks: fc.array(chunk, { maxLength: 2 }),
  faults: fc.array(fault, { minLength: 1, maxLength: 5 }),
  events: fc.uniqueArray(event, { selector: kindOf, maxLength: 3 }),
  /** Forgotten passwords, each of which sends a mail. */
  mails: fc.integer({ min: 0, max: 2 }),
  mailServer: fc.constantFrom('takes', 'refuses'),
  /** What a superadmin does meanwhile. */
  decisions: fc.array(fc.constantFrom('cancel', 'pause'), { maxLength: 1 }),
  provider: fc.record({
    faults: fc.array(providerFault, { maxLength: 3 }),
    phones: fc.constantFrom('at-once', 'asked'),
    callbacks: fc.constantFrom('off', 'on', 'twice'),
  }),
});
export type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the plan of a seed: always the same. */
export function planOf(seed: number): Plan {
  const [drawn] = fc.sample(fc.noBias(plan), { seed, numRuns: 1 });
  if (!drawn) throw new Error('No plan was made.');
  return drawn;
}
