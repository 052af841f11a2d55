import type {
  DeviceGateway,
  GatewayOutcome,
  GatewayReply,
  GatewayStop,
  Submission,
  SubmittedCommand,
} from './device-gateway.ts';

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

/** Undefined if the provider may be asked more. */
export function stopOf(reply: GatewayReply<unknown>): GatewayStop | undefined {
  if (reply.kind === 'answered') return reply.stop;
  return reply.kind === 'refused' || reply.kind === 'faulty' ? undefined : reply;
}

/** Halvings from a full list to one command: more in a row are the provider's fault. */
export const FAULTS_IN_A_ROW = 10;

function attemptOf(reply: Submission, key: string, isAlone: boolean, isDoubtful: boolean): Attempt {
  if (reply.kind === 'refused') return reply;
  if (reply.kind === 'answered') {
    const outcome = reply.answer.get(key);
    if (outcome?.status === 'later') {
      const { reason, surelyNotTaken } = outcome;
      return { kind: 'later', reason, surelyNotTaken: surelyNotTaken && !isDoubtful, isItsOwn: !reply.stop };
    }
    if (outcome && outcome.status !== 'unknown-key') return { kind: 'said', outcome };
    return { kind: 'later', reason: 'The provider did not answer for it.', surelyNotTaken: false, isItsOwn: true };
  }
  const { reason } = reply;
  if (reply.kind === 'faulty') return { kind: 'later', reason, surelyNotTaken: false, isItsOwn: isAlone };
  return { kind: 'later', reason, surelyNotTaken: reply.surelyNotTaken && !isDoubtful, isItsOwn: false };
}

/**
 * Sends commands as one list. Halves a list that is refused, or has no readable answer, to find the command at fault:
 * one bad command fails no other. Returns attempts by key, and what prevents further requests.
 */
export async function deliver(
  gateway: Pick<DeviceGateway, 'submit'>,
  commands: readonly SubmittedCommand[],
  isHeld: () => boolean,
) {
  const attempts = new Map<string, Attempt>();
  const lists = commands.length > 0 ? [commands] : [];
  /** Keys without a readable answer: they may have been accepted. */
  const doubtful = new Set<string>();
  let stop: GatewayStop | undefined;
  let faults = 0;
  for (let list = lists.pop(); list; list = lists.pop()) {
    const reply: Submission = stop ? { ...stop, surelyNotTaken: true } : await gateway.submit(list, isHeld);
    const isFaulty = reply.kind === 'faulty';
    faults = isFaulty ? faults + 1 : 0;
    if (isFaulty) for (const { key } of list) doubtful.add(key);
    if ((isFaulty || reply.kind === 'refused') && list.length > 1 && faults < FAULTS_IN_A_ROW) {
      const middle = Math.ceil(list.length / 2);
      lists.push(list.slice(middle), list.slice(0, middle));
      continue;
    }
    if (isFaulty && faults >= FAULTS_IN_A_ROW)
      stop = { kind: 'unreachable', reason: reply.reason, surelyNotTaken: false };
    for (const { key } of list) attempts.set(key, attemptOf(reply, key, list.length === 1, doubtful.has(key)));
    stop ??= stopOf(reply);
  }
  return { attempts, stop };
}
