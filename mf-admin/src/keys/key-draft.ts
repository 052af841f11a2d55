import { commandList, type BodyOf, type calls } from '@device-console/shared-lib/contract';

export interface KeyDraft {
  readonly name: string;
  readonly days: string;
  /** Ids of the chosen commands; none means all. */
  readonly commands: readonly string[];
  readonly networks: string;
  readonly perMinute: string;
}

export const emptyDraft: KeyDraft = { name: '', days: '', commands: [], networks: '', perMinute: '' };

const NAME_LIMIT = 64;
const COMMANDS_A_MINUTE = 1_000_000;

/** The commands that a key can send: those of superadmins alone are none of them (D21). */
export const keyCommands = commandList.filter(({ roles }) => roles === undefined);

function isCount(text: string, most: number): boolean {
  return text.trim() === '' || (/^\d{1,9}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most);
}

/** Which fields of a draft are not as they should be. */
export function draftProblems({ name, days, perMinute }: KeyDraft, mostDays: number) {
  return {
    name: name.trim() === '' || name.trim().length > NAME_LIMIT,
    days: !isCount(days, mostDays),
    perMinute: !isCount(perMinute, COMMANDS_A_MINUTE),
  };
}

const networksOf = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

type Bounds = Omit<BodyOf<typeof calls.generateKey>, 'key_name' | 'user_id'>;

/** The bounds of a draft as they are sent; what was left empty is not (K2). */
export function boundsOf({ days, commands, networks, perMinute }: KeyDraft): Bounds {
  const places = networksOf(networks);
  return {
    ...(days.trim() === '' ? {} : { days: Number(days) }),
    ...(commands.length === 0 ? {} : { commands: [...commands] }),
    ...(places.length === 0 ? {} : { networks: [...places] }),
    ...(perMinute.trim() === '' ? {} : { per_minute: Number(perMinute) }),
  };
}
