import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Columns } from '../layout/layout.tsx';
import { TextField } from '../text-field/text-field.tsx';
import styles from './date-range-fields.module.css';

/** YYYY-MM-DD, both included; '' if not chosen. */
interface Days {
  readonly start: string;
  readonly end: string;
}

/** A range chosen by one press. */
export interface RangeChoice {
  readonly title: string;
  /** Its days at a moment, in milliseconds since the epoch. */
  readonly at: (now: number, timeZone?: string) => Days;
  /** Absent if unknown. */
  readonly isChosen?: boolean;
}

export interface DateRangeFieldsProps {
  readonly startLabel: string;
  readonly endLabel: string;
  readonly value: Days;
  readonly onChange: (value: Days) => void;
  /** Faults of the first or last day, for the operator. */
  readonly problems?: { readonly start?: string; readonly end?: string } | undefined;
  /** Name of the group of quick ranges. */
  readonly choicesLabel: string;
  readonly choices: readonly RangeChoice[];
  /** A quick range was pressed: fetch at once. */
  readonly onChoose: (value: Days) => void;
  /** Default: the operator's own. */
  readonly timeZone?: string | undefined;
  /** The days in words, with their time zone. */
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/** The first and last day of a report, and quick ranges that fetch at once (R1, D3). */
export function DateRangeFields(props: DateRangeFieldsProps) {
  const { startLabel, endLabel, value, onChange, problems = {}, note, children } = props;
  return (
    <div className={styles['range']}>
      <Columns of="fields">
        <TextField
          label={startLabel}
          type="date"
          value={value.start}
          onChange={(start) => onChange({ start, end: value.end })}
          errorMessage={problems.start}
        />
        <TextField
          label={endLabel}
          type="date"
          value={value.end}
          onChange={(end) => onChange({ start: value.start, end })}
          errorMessage={problems.end}
        />
        {children}
      </Columns>
      {note !== undefined && <p className={styles['note']}>{note}</p>}
      <Choices {...props} />
    </div>
  );
}

function Choices({ choices, choicesLabel, onChoose, timeZone }: DateRangeFieldsProps) {
  return (
    <div role="group" aria-label={choicesLabel} className={styles['choices']}>
      {choices.map(({ title, at, isChosen }) => (
        <Button
          key={title}
          size="small"
          {...(isChosen !== undefined && { 'aria-pressed': isChosen })}
          onPress={() => onChoose(at(Date.now(), timeZone))}
        >
          {title}
        </Button>
      ))}
    </div>
  );
}
