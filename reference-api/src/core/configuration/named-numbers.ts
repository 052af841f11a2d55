import * as v from 'valibot';
import { retentionNames, retentionTable, standardRetention, type RetentionName } from '../store/retention-table.ts';

/** How the numbers of a list are read. */
interface NamedNumbers<Name extends string> {
  /** What holds where the list does not name it. */
  readonly standard: Readonly<Record<Name, number>>;
  /** The fewest that each may be. */
  readonly least: Readonly<Record<Name, number>>;
  readonly most: number;
  /** As in `name=days`. */
  readonly unit: string;
}

/** Reads a list such as `batches=365, outcomes=120`; what it does not name stays as it is by default. */
export function namedNumbers<Name extends string>({
  standard,
  least,
  most,
  unit,
}: NamedNumbers<Name>): v.GenericSchema<string, Readonly<Record<Name, number>>> {
  const isName = (text: string): text is Name => Object.hasOwn(least, text);
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): Readonly<Record<Name, number>> => {
      const numbers: Record<Name, number> = { ...standard };
      const given = new Set<string>();
      for (const item of dataset.value.split(',')) {
        const [, name = '', number = ''] = /^\s*([\w-]+)\s*=\s*(\d+)\s*$/.exec(item) ?? [];
        const isRight = isName(name) && Number(number) >= least[name] && Number(number) <= most;
        if (!isRight) {
          const rule = isName(name)
            ? `from ${least[name]} to ${most}${unit === 'number' ? '' : ` ${unit}`}`
            : `one of ${Object.keys(least).join(', ')}`;
          addIssue({ message: `must be a list of name=${unit}; "${item.trim()}" is not ${rule}.` });
          return NEVER;
        }
        if (given.has(name)) {
          addIssue({ message: `names "${name}" twice. Take one of them away.` });
          return NEVER;
        }
        given.add(name);
        numbers[name] = Number(number);
      }
      return numbers;
    }),
  );
}

const MOST_DAYS = 36_500;

/** Days that things are kept, as `batches=365, outcomes=120`. */
export const retentionDays = namedNumbers({
  standard: standardRetention,
  least: Object.fromEntries(retentionNames.map((name) => [name, retentionTable[name].least])) as Record<
    RetentionName,
    number
  >,
  most: MOST_DAYS,
  unit: 'days',
});
