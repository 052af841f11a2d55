import { parseArgs, type ParseArgsConfig } from 'node:util';
import { recordAction } from '../audit/audit.ts';
import { ConfigurationError } from '../errors/expected-errors.ts';
import type { GivenDevice } from '../devices/register-devices.ts';
import { inTransaction, type Database, type Store, type StoreLocation } from '../store/store.ts';
import { isoTime, type Clock } from '../time/clock.ts';

export interface CliParts {
  /** Opens the migrated database; called once, by commands that need it. */
  openStore(): Promise<Store>;
  readonly location: StoreLocation;
  /** The names of this version's steps of the schema, in order. */
  readonly schemaSteps: readonly string[];
  /** Tables to which rows are only added. */
  readonly appendOnly: readonly string[];
  readonly dataDir: string;
  readonly clock: Clock;
  readonly emailDomains: readonly string[];
  readonly operator: string;
  readPassword(): Promise<string>;
  /** Of a source of this name. Throws ConfigurationError. */
  devicesFrom(name: string): AsyncIterable<GivenDevice>;
}

export interface CliCommand {
  readonly usage: string;
  run(args: readonly string[], parts: CliParts): Promise<readonly string[]>;
}

export const textOption = { type: 'string' } as const;
export const flagOption = { type: 'boolean', default: false } as const;

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Given extends Options> = ReturnType<typeof parseArgs<{ options: Given }>>['values'];

export function command<const Given extends Options>(
  usage: string,
  options: Given,
  run: (values: Values<Given>, parts: CliParts) => Promise<readonly string[]>,
): CliCommand {
  return { usage, run: (args, parts) => run(parseArgs({ args: [...args], options }).values, parts) };
}

export function fileCommand<const Given extends Options>(
  usage: string,
  options: Given,
  run: (file: string, parts: CliParts, values: Values<Given>) => Promise<readonly string[]>,
): CliCommand {
  return {
    usage: `<file> ${usage}`,
    async run(args, parts) {
      const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
      const [file, ...more] = positionals;
      if (file === undefined || more.length > 0) throw new ConfigurationError(`This needs one file: <file> ${usage}`);
      return run(file, parts, values);
    },
  };
}

export async function withStore<Result>(parts: CliParts, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await parts.openStore();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

export const withTransaction = <Result>(parts: CliParts, work: (tx: Database) => Promise<Result>): Promise<Result> =>
  withStore(parts, ({ db }) => inTransaction(db, work));

export function auditCommand(
  db: Database,
  { clock, operator }: CliParts,
  call: string,
  body: object,
  message: string,
): Promise<void> {
  return recordAction(db, {
    at: isoTime(clock.now()),
    actor: { accountId: null, email: operator, via: 'cli' },
    call,
    body,
    message,
  });
}
