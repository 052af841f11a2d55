export {
  todayRange,
  ownTimeZone,
  rangeProblems,
  rangeOfFragment,
  quickRanges,
  writtenRange,
  type DateRange,
} from './date-range.ts';
export { DateRangeFields, type DateRangeFieldsProps, type RangeChoice } from './date-range-fields.tsx';
