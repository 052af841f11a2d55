export type Place = 'submit' | 'status' | 'list';

/**
 * One way to go wrong. `drop-before`: the connection ends before anything is taken; `drop-after`: after it. `delay`:
 * the answer comes late. `freeze`: no answer comes. `garbage`: the answer is no JSON. `act`: takes the request, but
 * answers as `answer` does, against the protocol. `contradict`: reports of each key what is so, and that it failed.
 * `behind`: reports each known key as accepted. `forget`: reports every key as unknown.
 */
export interface Fault {
  readonly at?: Place | undefined;
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
  /** For `answer` and `act`. */
  readonly status?: number | undefined;
  readonly retryAfter?: string | undefined;
  /** Milliseconds of `delay`. */
  readonly delay?: number | undefined;
  /** How often; always if absent. */
  times?: number | undefined;
  /** Only for lists that hold this device. */
  readonly imei?: string | undefined;
}

export interface Behaviour {
  readonly faults?: readonly Fault[] | undefined;
  /** Devices whose commands are refused, with the reason. */
  readonly refusals?: Readonly<Record<string, string>> | undefined;
  /** `at-once`: phones execute what is submitted; `asked`: only on request. */
  readonly phones?: 'at-once' | 'asked' | undefined;
  readonly callbacks?: 'off' | 'on' | 'twice' | undefined;
}
