import type { CommandRow } from '../../../core/store/commands.ts';
import type { Clock } from '../../../core/time/clock.ts';
import { readKnoxCredentials } from '../credentials.ts';
import { createKnoxGuardGateway } from '../knox-guard-gateway.ts';
import type { Plan } from '../../../testing/chaos/plan.ts';
import { startKnoxStandIn, type KnoxFault } from '../../../testing/knox-guard/knox-stand-in.ts';
import type { Fault } from '../../../testing/provider/provider.ts';
import { newFolder } from '../../../testing/test-run.ts';
import type { Phones } from '../../../testing/phones/phones.ts';
import { isOpenAtKnox, wrongOfKnox } from '../../../testing/knox-guard/wrong-of-knox.ts';

/** Milliseconds until a phone has done what it was sent. */
const DELAY = 30;
/** How much longer its calls are than those of the protocol: each has a token of two kilobytes. */
const LONGER = 8;
const CONTACT = '+91 90000 00001';

/** Faults of the protocol as they are here. */
const lies = { contradict: 'contradict', behind: 'behind', forget: 'missing' } as const;

function faultOf({ at, kind, status = 500, retryAfter, delay, times, imei }: Fault): KnoxFault {
  const more = {
    status,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(delay !== undefined && { delay }),
    ...(times !== undefined && { times }),
  };
  if (kind in lies) return { ...more, kind: lies[kind as keyof typeof lies], at: 'devices/list' };
  // Who answers a 4xx and acts all the same is believed: no state tells of messages.
  const own = kind === 'act' && status < 500 ? 'answer' : (kind as KnoxFault['kind']);
  if (at === 'submit') return { ...more, kind: own, ...(imei !== undefined && { imei }) };
  if (at === 'status') return { ...more, kind: own, at: 'devices/list' };
  return own === 'answer' || own === 'drop-before'
    ? { ...more, kind: own, at: 'accesstoken' }
    : { ...more, kind: own, ...(imei !== undefined && { imei }) };
}

const actions: Readonly<Record<string, string>> = { blockapp: 'notify', unblockapp: 'notify' };

/**
 * Knox Guard carries out whatever reaches it, however late: nobody can take back a lock that is on its way. So where
 * something may be late, or two instances have different clocks and take a command from each other, no phone is sent
 * the contrary too.
 */
function fitForKnox(plan: Plan): Plan {
  const isLate = plan.faults.some(
    ({ place, fault: { kind } }) => place === 'provider' && (kind === 'freeze' || kind === 'delay'),
  );
  const isOneWay = isLate || plan.events.some(({ what }) => what === 'stepClock');
  const own = (action: string) => (isOneWay && action === 'unlock' ? 'lock' : (actions[action] ?? action));
  const atPlace = <One extends { readonly place: string }>(one: One, at: number) =>
    one.place === 'provider' ? at * LONGER : at;
  return {
    ...plan,
    streams: plan.streams.map((stream) => stream.map((one) => ({ ...one, action: own(one.action) }))),
    chunks: plan.chunks.map((one) => ({ ...one, action: own(one.action) })),
    faults: plan.faults.map((one) => ({ ...one, fault: { ...one.fault, at: atPlace(one, one.fault.at) } })),
    events: plan.events.map((one) => ({ ...one, at: atPlace(one, one.at) })),
  };
}

/** Starts the stand-in of Knox Guard. */
export async function startKnoxPhones(clock?: Clock): Promise<Phones> {
  const knox = await startKnoxStandIn(clock ? { clock } : { delay: DELAY });
  const credentialsFile = await knox.writeCredentials(newFolder());
  /** Phones do something only when they are told to. */
  let isAsked = false;
  const rest = () => knox.behave({ offline: isAsked ? [...knox.devices.keys()] : [] });
  return {
    url: knox.url,
    actions: ['lock', 'unlock', 'notify'],
    variables: async (url) => ({
      ...{ GATEWAY: 'knox-guard', KNOX_API: url, KNOX_CREDENTIALS_FILE: credentialsFile, KNOX_CONTACT: CONTACT },
    }),
    gateway: async (ownClock) => {
      const credentials = readKnoxCredentials(credentialsFile);
      const settings = { url: knox.url, credentials, contact: CONTACT, lockMessage: 'Please pay.' };
      return createKnoxGuardGateway(settings, ownClock);
    },
    add: (imeis) => knox.add(imeis),
    fit: fitForKnox,
    behave({ faults, phones }) {
      if (faults) knox.behave({ faults: faults.map(faultOf) });
      if (phones) isAsked = phones === 'asked';
      rest();
    },
    callBackTo: () => undefined,
    async execute() {
      knox.behave({ offline: [] });
      for (const imei of knox.devices.keys()) knox.statusOf(imei);
      rest();
    },
    isOpen: (row: CommandRow) => isOpenAtKnox(row, knox),
    wrongOf: (rows, imeis) => wrongOfKnox(rows, imeis, knox),
    close: () => knox.close(),
  };
}
