import * as v from 'valibot';
import { withDefault } from './variable-readers.ts';

/** Numbers by name: the default, if any, and the minimum. */
export type NumberTable<Name extends string> = Readonly<
  Record<Name, { readonly standard?: number; readonly least: number }>
>;

export function standardOf<Name extends string>(table: NumberTable<Name>): Readonly<Record<Name, number>> {
  const names = Object.keys(table) as Name[];
  const given = names.map((name) => [name, table[name].standard] as const).filter(([, number]) => number !== undefined);
  return Object.fromEntries(given) as Record<Name, number>;
}

/** Reads a text such as `batches=365, outcomes=120`; other names keep their defaults. */
export function numbersByName<Name extends string>(
  table: NumberTable<Name>,
  { most, unit }: { readonly most: number; readonly unit: string },
) {
  const isName = (text: string): text is Name => Object.hasOwn(table, text);
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }): Readonly<Record<Name, number>> => {
      const numbers: Record<Name, number> = { ...standardOf(table) };
      const given = new Set<string>();
      for (const item of dataset.value === '' ? [] : dataset.value.split(',')) {
        const [, name = '', number = ''] = /^\s*([\w-]+)\s*=\s*(\d+)\s*$/.exec(item) ?? [];
        const isRight = isName(name) && Number(number) >= table[name].least && Number(number) <= most;
        if (!isRight) {
          const rule = isName(name)
            ? `from ${table[name].least} to ${most}${unit === 'number' ? '' : ` ${unit}`}`
            : `one of ${Object.keys(table).join(', ')}`;
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

/** A variable of {@link numbersByName}; not set, all names have their defaults. */
export const namedNumbers = <Name extends string>(
  table: NumberTable<Name>,
  range: { readonly most: number; readonly unit: string },
) => withDefault('', numbersByName(table, range));
