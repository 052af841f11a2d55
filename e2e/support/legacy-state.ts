/** A device as the back end keeps it. */
interface LegacyDevice {
  readonly imei1: string;
  command: string;
}

/** A command that went out to a phone. Every sending is one: this back end recognises no repetition. */
export interface LegacyCommand {
  readonly id: number;
  readonly imei1: string;
  readonly action: string;
  /** S single, B bulk. */
  readonly interface: 'S' | 'B';
  readonly user: string;
  readonly at: number;
}

/** An uploaded copy, with what the console told of its batch. */
export interface LegacyUpload {
  readonly file: string;
  readonly oldfile: string;
  readonly text: string;
  readonly at: number;
  lastimei: string;
  isComplete: string;
}

export interface LegacyAccount {
  readonly email: string;
  readonly password: string;
  readonly userlevel: string;
  readonly permissions: readonly string[];
}

/** Everything that the back end knows. */
export interface LegacyState {
  readonly accounts: readonly LegacyAccount[];
  /** Account by token. */
  readonly sessions: Map<string, LegacyAccount>;
  readonly devices: Map<string, LegacyDevice>;
  readonly commands: LegacyCommand[];
  readonly uploads: LegacyUpload[];
  /** IMEI lists as they were registered. */
  readonly lists: string[];
  sessionMs: number;
  /** Devices whose next command is carried out, and the answer lost. */
  readonly losesAnswerOf: Set<string>;
  /** Devices that it refuses, with its reason. */
  readonly refusals: Map<string, string>;
}

export const legacyTimeZone = 'Asia/Kolkata';

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: legacyTimeZone, dateStyle: 'short', timeStyle: 'medium' });

/** A moment as MySQL shows it in India: '2026-11-20 18:30:00'. */
export function localTime(at: number): string {
  return clock.format(at);
}

/** The state of a first day: these devices, one operator with some permissions, one superadmin. */
export function freshState(imeis: readonly string[], password: string): LegacyState {
  return {
    accounts: [
      { email: 'operator@example.com', password, userlevel: 'user', permissions: ['LOCK', 'SEARCH', 'AUDIT', 'REPORTS'] },
      { email: 'superadmin@example.com', password, userlevel: 'SUPERADMIN', permissions: [] },
    ],
    sessions: new Map(),
    devices: new Map(imeis.map((imei1) => [imei1, { imei1, command: '' }])),
    commands: [], uploads: [], lists: [], sessionMs: 8 * 3_600_000, losesAnswerOf: new Set(), refusals: new Map(),
  };
}
