export * from './date-range-fields.tsx';
export { knowsTimeZone, ownTimeZone } from '../../i18n/own-time-zone.ts';
