export * from './date-range-fields.tsx';
