import type { DeviceGateway, GatewayCommand, GatewayOutcome, GatewayReply } from './device-gateway.ts';

export type Attempt =
  | { readonly kind: 'said'; readonly outcome: Exclude<GatewayOutcome, { status: 'unknown-key' }> }
  /** A 4xx: by the protocol, nothing of this request was accepted. */
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'later';
      readonly reason: string;
      readonly surelyNotTaken: boolean;
      /** The command itself may be the cause: it waits while others continue. */
      readonly isItsOwn: boolean;
    };

/** Why a round of requests ended early. */
export type Stop = Extract<GatewayReply<never>, { kind: 'unreachable' | 'busy' | 'misconfigured' }>;

/** Results by key, and any requested wait. */
export interface Delivery {
  readonly attempts: ReadonlyMap<string, Attempt>;
  readonly stop: Stop | undefined;
}

/** Halvings from a full list to one command: more in a row are the provider's fault. */
export const FAULTS_IN_A_ROW = 10;

/**
 * Sends commands as one list. Halves a list that is refused, or has no readable answer, to find the command at fault:
 * one bad command fails no other.
 */
export async function deliver(gateway: DeviceGateway, commands: readonly GatewayCommand[]): Promise<Delivery> {
  const attempts = new Map<string, Attempt>();
  let stop: Stop | undefined;
  let faults = 0;
  /** Keys without a readable answer: they may have been accepted. */
  const doubtful = new Set<string>();

  const later = (list: readonly GatewayCommand[], why: Omit<Extract<Attempt, { kind: 'later' }>, 'kind'>) => {
    for (const { key } of list)
      attempts.set(key, { kind: 'later', ...why, surelyNotTaken: why.surelyNotTaken && !doubtful.has(key) });
  };

  function note(list: readonly GatewayCommand[], outcomes: ReadonlyMap<string, GatewayOutcome>): void {
    for (const { key } of list) {
      const outcome = outcomes.get(key);
      attempts.set(
        key,
        outcome === undefined || outcome.status === 'unknown-key'
          ? { kind: 'later', reason: 'The provider did not answer for it.', surelyNotTaken: false, isItsOwn: true }
          : { kind: 'said', outcome },
      );
    }
  }

  async function halve(list: readonly GatewayCommand[]): Promise<void> {
    const middle = Math.ceil(list.length / 2);
    await send(list.slice(0, middle));
    await send(list.slice(middle));
  }

  async function send(list: readonly GatewayCommand[]): Promise<void> {
    if (stop) return later(list, { reason: stop.reason, surelyNotTaken: true, isItsOwn: false });
    const reply = await gateway.submit(list);
    if (reply.kind === 'answered' || reply.kind === 'refused') faults = 0;
    if (reply.kind === 'answered') return note(list, reply.answer);
    const { reason } = reply;
    if (reply.kind === 'refused' || reply.kind === 'faulty') {
      if (reply.kind === 'faulty') {
        faults += 1;
        for (const { key } of list) doubtful.add(key);
      }
      if (faults >= FAULTS_IN_A_ROW) stop = { kind: 'unreachable', reason, surelyNotTaken: false };
      else if (list.length > 1) return halve(list);
      if (reply.kind === 'faulty') return later(list, { reason, surelyNotTaken: false, isItsOwn: list.length === 1 });
      for (const { key } of list) attempts.set(key, { kind: 'refused', reason });
      return;
    }
    stop = reply;
    return later(list, { reason, surelyNotTaken: reply.surelyNotTaken, isItsOwn: false });
  }

  if (commands.length > 0) await send(commands);
  return { attempts, stop };
}
