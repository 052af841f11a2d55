import type { Untidy } from './legacy-untidy.ts';

/** A device as the back end keeps it. */
interface LegacyDevice {
  readonly imei1: string;
  command: string;
}

/** A command sent to a phone. Every sending counts: this back end recognises no repetition. */
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
  readonly id: number;
  readonly email: string;
  readonly phone: string;
  password: string;
  readonly userlevel: string;
  /** In the back end's own words. */
  readonly permissions: readonly string[];
  isActive: boolean;
}

/** A key for other systems. */
interface LegacyKey {
  readonly id: number;
  readonly name: string;
  status: string;
}

/** The back end's permissions; an id is the position, from 1. */
export const legacyPermissions = ['LOCK', 'SEARCH', 'AUDIT', 'REPORTS', 'UNLOCK'] as const;

/** Everything that the back end knows. */
export interface LegacyState {
  readonly accounts: LegacyAccount[];
  /** Account by token. */
  readonly sessions: Map<string, LegacyAccount>;
  readonly keys: LegacyKey[];
  /** E-mail by the token of a reset that was asked for. */
  readonly resets: Map<string, string>;
  readonly devices: Map<string, LegacyDevice>;
  readonly commands: LegacyCommand[];
  readonly uploads: LegacyUpload[];
  /** IMEI lists as they were registered. */
  readonly lists: string[];
  /** Devices whose next command is carried out, while its answer is lost. */
  readonly losesAnswerOf: Set<string>;
  /** Devices that it refuses, with the reason. */
  readonly refusals: Map<string, string>;
  /** It refuses the report that a batch is complete. */
  refusesReports: boolean;
  /** How untidy its answers are, by method and path; '*' for all other calls. Tidy at first. */
  readonly untidy: Map<string, readonly Untidy[]>;
}

export const legacyTimeZone = 'Asia/Kolkata';

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: legacyTimeZone, dateStyle: 'short', timeStyle: 'medium' });

/** A moment as MySQL shows it in India: '2026-11-20 18:30:00'. */
export function localTime(at: number): string {
  return clock.format(at);
}

const account = (
  id: number,
  email: string,
  password: string,
  userlevel: string,
  permissions: readonly string[] = [],
): LegacyAccount => ({ id, email, phone: '9000000001', password, userlevel, permissions, isActive: true });

/** The state of a first day: these devices, one operator with some permissions, one superadmin, one admin. */
export function freshState(imeis: readonly string[], password: string): LegacyState {
  return {
    accounts: [
      account(1, 'operator@example.com', password, 'user', ['LOCK', 'SEARCH', 'AUDIT', 'REPORTS']),
      account(2, 'superadmin@example.com', password, 'SUPERADMIN'),
      account(3, 'admin@example.com', password, 'Admin'),
    ],
    sessions: new Map(),
    keys: [],
    resets: new Map(),
    devices: new Map(imeis.map((imei1) => [imei1, { imei1, command: '' }])),
    commands: [],
    uploads: [],
    lists: [],
    losesAnswerOf: new Set(),
    refusals: new Map(),
    refusesReports: false,
    untidy: new Map(),
  };
}
