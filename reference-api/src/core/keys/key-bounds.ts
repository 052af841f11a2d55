import { commandList, type BodyOf, type calls } from '@device-console/shared-lib/contract';
import { BusinessError } from '../errors/expected-errors.ts';
import { networkText } from '../security/networks.ts';
import { DAY, isoAfter } from '../time/clock.ts';
import type { Platform } from '../calls/context.ts';

type KeyBody = BodyOf<(typeof calls)['generateKey']>;

/** When a new key ends; undefined: never. */
function endOf({ days: chosen }: KeyBody, { clock, keys }: Platform): string | undefined {
  if (chosen !== undefined && chosen > keys.mostDays)
    throw new BusinessError(`A key lasts at most ${keys.mostDays} days. Please choose fewer.`);
  const days = chosen ?? keys.days;
  return days === null ? undefined : isoAfter(clock.now(), days * DAY);
}

function commandsOf({ commands }: KeyBody): readonly string[] | undefined {
  const wrong = commands?.find((id) => !commandList.some((command) => command.id === id && !command.roles));
  if (wrong !== undefined) throw new BusinessError(`A key cannot be made for "${wrong}": keys send no such command.`);
  return commands && [...new Set(commands)];
}

function networksOf({ networks }: KeyBody): readonly string[] | undefined {
  return networks?.map((text) => {
    const network = networkText(text);
    if (network === undefined)
      throw new BusinessError(`"${text}" is neither an address nor a network such as 192.0.2.0/24.`);
    return network;
  });
}

/** What a new key is bounded to; throws BusinessError for what cannot be (K2). */
export function boundsOfNewKey(body: KeyBody, platform: Platform) {
  return {
    expiresAt: endOf(body, platform),
    commands: commandsOf(body),
    networks: networksOf(body),
    perMinute: body.per_minute,
  };
}
