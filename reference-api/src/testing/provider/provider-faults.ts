type Where = 'submit' | 'status' | 'list';

/**
 * One way to go wrong. `drop-before`: the connection ends, and nothing was taken in; `drop-after`: it was. `delay`: the
 * answer comes late. `freeze`: no answer comes. `garbage`: what comes is no JSON. `act`: what was taken in is answered
 * as by `answer`, against the protocol. `contradict`: the answer says of each key what is so, and that it failed.
 * `behind`: of each key that is known, that it is accepted. `forget`: that no key is known.
 */
export interface Fault {
  readonly at?: Where | undefined;
  readonly kind:
    | 'answer'
    | 'drop-before'
    | 'drop-after'
    | 'delay'
    | 'freeze'
    | 'garbage'
    | 'act'
    | 'contradict'
    | 'behind'
    | 'forget';
  /** Of `answer` and `act`. */
  readonly status?: number | undefined;
  readonly retryAfter?: string | undefined;
  /** Of `delay`, in milliseconds. */
  readonly delay?: number | undefined;
  /** How often; without it always. */
  times?: number | undefined;
  /** Only for lists that hold this device. */
  readonly imei?: string | undefined;
}

/** How a provider is to behave. */
export interface Behaviour {
  readonly faults?: readonly Fault[] | undefined;
  /** Devices whose commands are refused, with the reason. */
  readonly refusals?: Readonly<Record<string, string>> | undefined;
  /** `at-once`: the phones do what is submitted; `asked`: only when they are told to. */
  readonly phones?: 'at-once' | 'asked' | undefined;
  readonly callbacks?: 'off' | 'on' | 'twice' | undefined;
}

/** The faults that are to come, and those that each request takes. */
export class Faults {
  #left: Fault[] = [];

  set(faults: readonly Fault[]): void {
    this.#left = faults.map((one) => ({ ...one }));
  }

  /** The fault of a request, which counts it. */
  next(at: Where, imeis: readonly string[]): Fault | undefined {
    const found = this.#left.find(
      (one) => (one.at ?? at) === at && one.times !== 0 && (one.imei === undefined || imeis.includes(one.imei)),
    );
    if (found?.times !== undefined) found.times -= 1;
    return found;
  }
}
