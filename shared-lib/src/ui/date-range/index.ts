export { DateRangeFields, type DateRangeFieldsProps, type RangeChoice } from './date-range-fields.tsx';
