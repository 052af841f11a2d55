import * as v from 'valibot';

const where = v.picklist(['submit', 'status', 'list']);

/**
 * One way to go wrong. `drop-before`: the connection ends, and nothing was taken in; `drop-after`: it was. `delay`: the
 * answer comes late. `freeze`: no answer comes. `garbage`: what comes is no JSON. `act`: what was taken in is answered
 * as by `answer`, against the protocol. `contradict`: the answer says of each key what is so, and that it failed.
 * `behind`: of each key that is known, that it is accepted. `forget`: that no key is known.
 */
const fault = v.object({
  at: v.optional(where),
  kind: v.picklist([
    'answer',
    'drop-before',
    'drop-after',
    'delay',
    'freeze',
    'garbage',
    'act',
    'contradict',
    'behind',
    'forget',
  ]),
  /** Of `answer` and `act`. */
  status: v.optional(v.number()),
  retryAfter: v.optional(v.string()),
  /** Of `delay`, in milliseconds. */
  delay: v.optional(v.number()),
  /** How often; without it always. */
  times: v.optional(v.number()),
  /** Only for lists that hold this device. */
  imei: v.optional(v.string()),
});
export type Fault = v.InferOutput<typeof fault>;

/** How a provider is to behave. */
export const behaviour = v.object({
  faults: v.optional(v.array(fault)),
  /** Devices whose commands are refused, with the reason. */
  refusals: v.optional(v.record(v.string(), v.string())),
  /** `at-once`: the phones do what is submitted; `asked`: only when they are told to. */
  phones: v.optional(v.picklist(['at-once', 'asked'])),
  callbacks: v.optional(v.picklist(['off', 'on', 'twice'])),
});
export type Behaviour = v.InferOutput<typeof behaviour>;

/** The faults that are to come, and those that each request takes. */
export class Faults {
  #left: Fault[] = [];

  set(faults: readonly Fault[]): void {
    this.#left = faults.map((one) => ({ ...one }));
  }

  /** The fault of a request, which counts it. */
  next(at: v.InferOutput<typeof where>, imeis: readonly string[]): Fault | undefined {
    const found = this.#left.find(
      (one) => (one.at ?? at) === at && one.times !== 0 && (one.imei === undefined || imeis.includes(one.imei)),
    );
    if (found?.times !== undefined) found.times -= 1;
    return found;
  }
}
