import { Select } from '@device-console/shared-lib/ui';
import { DateRangeFields } from '@device-console/shared-lib/ui/date-range';
import { quickRanges } from '@device-console/shared-lib/console';
import { Held } from '../held.tsx';
import type { Part } from '../part.ts';

const days = { start: '2026-03-01', end: '2026-03-12' };
const kinds = [{ value: 'all', title: 'All' }] as const;
const nothing = (): void => undefined;

/** The days of a report. */
export const dateRange: Part = {
  name: 'DateRangeFields',
  from: 'ui/date-range',
  use: 'The first and last day of what is asked for, and ranges that one press asks for at once.',
  examples: [
    {
      caption: 'startLabel, endLabel, value, onChange, choicesLabel, choices, onChoose, note',
      size: 'line',
      shown: (
        <Held initial={days}>
          {(value, change) => (
            <DateRangeFields
              startLabel="First day"
              endLabel="Last day"
              value={value}
              onChange={change}
              choicesLabel="Range"
              choices={quickRanges}
              onChoose={change}
              note="Days of Asia/Kolkata"
            />
          )}
        </Held>
      ),
    },
    {
      caption: 'problems, timeZone, children',
      size: 'line',
      shown: (
        <DateRangeFields
          startLabel="From"
          endLabel="To"
          value={{ start: days.end, end: days.start }}
          onChange={nothing}
          problems={{ end: 'The last day is before the first.' }}
          choicesLabel="Range in another zone"
          choices={quickRanges.slice(0, 2)}
          onChoose={nothing}
          timeZone="Asia/Kolkata"
        >
          <Select label="Kind" options={kinds} value="all" onChange={nothing} />
        </DateRangeFields>
      ),
    },
  ],
};
