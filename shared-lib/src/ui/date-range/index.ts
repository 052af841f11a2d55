export * from './date-range-fields.tsx';
export { knowsTimeZone, ownTimeZone } from './own-time-zone.ts';
