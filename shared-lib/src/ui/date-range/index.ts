export * from './date-range-fields.tsx';
export { knowsTimeZone, ownTimeZone, timeZoneInWords } from './own-time-zone.ts';
