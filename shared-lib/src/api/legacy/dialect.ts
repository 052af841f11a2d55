import type { BackEndNames } from '../../contract/index.ts';
import { referenceReader, type Dialect, type DialectCall, type ReplyReader } from '../dialect.ts';
import { without } from './fields.ts';

export interface LegacyOptions {
  readonly names: BackEndNames;
  /** IANA zone of times without one. */
  readonly serverTimeZone: string;
}

/** `statusOf` has no name of its own there. */
const renamedFields = { report: 'reports', action: 'actions' } as const satisfies Readonly<
  Record<string, keyof BackEndNames>
>;

const mapOf = (names: Readonly<Record<string, string>>): ReadonlyMap<string, string> => new Map(Object.entries(names));

/** Calls beyond the specification follow this contract and are read strictly; only their envelope is the back end's. */
const strictReader: ReplyReader = { ...referenceReader, isOurs: false };

const beyondBody = ({ beyond }: DialectCall): readonly string[] =>
  beyond === undefined || beyond === true ? [] : beyond.body;

/** The dialect of a back end that knows only the specification (D1a): its names, and nothing beyond. */
export function legacyDialect({ names, serverTimeZone }: LegacyOptions): Dialect {
  const paths = mapOf(names.calls);
  const folders = mapOf(names.folders);
  const renamed = new Map(Object.entries(renamedFields).map(([field, kind]) => [field, mapOf(names[kind])]));
  const inTheirWords = ([field, value]: readonly [string, unknown]): readonly [string, unknown] => [
    field,
    typeof value === 'string' ? (renamed.get(field)?.get(value) ?? value) : value,
  ];
  return {
    pathOf: ({ path, beyond }) => paths.get(path) ?? (beyond === true ? null : path),
    knowsField: (call, field) => !beyondBody(call).includes(field),
    filePathOf: (path) => {
      const [files = '', report = '', ...file] = path.split('/');
      return [folders.get(report) ?? `${files}/${report}`, ...file].join('/');
    },
    request: (call, body) => Object.fromEntries(Object.entries(without(body, beyondBody(call))).map(inTheirWords)),
    reader: async ({ beyond }) => {
      if (beyond === true) return strictReader;
      // Only pages in front of such a back end need its many rules.
      const { legacyReader } = await import('./reader.ts');
      return legacyReader({ names: names.permissions, serverTimeZone });
    },
  };
}
