/** The process clock in production, a fixed one in tests. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A moment as stored and on the wire: ISO 8601 UTC with milliseconds (D4). */
export function isoTime(moment: Date): string {
  return moment.toISOString();
}

export function isoAfter(moment: Date, milliseconds: number): string {
  return isoTime(new Date(moment.getTime() + milliseconds));
}

/** Whole seconds, at least one. */
export function secondsUntil(time: string, now: Date): number {
  return Math.max(1, Math.ceil((Date.parse(time) - now.getTime()) / 1000));
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
