// Apart from other-tabs.ts, which the login page loads: it needs no table of commands.
import { type CommandId, commandList } from '@device-console/shared-lib/contract';

export interface BatchNotice {
  readonly id: string;
  readonly operator: string;
  readonly command: CommandId;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: 'finished' | 'failed' | 'paused';
  readonly found: number;
  readonly notFound: number;
  /** Why it failed or is paused; else ''. */
  readonly message: string;
}

const texts = ['id', 'operator', 'message'];
const numbers = ['at', 'found', 'notFound'];

/** Checks a message from another tab, which may run another release. */
export function isBatchNotice(value: unknown): value is BatchNotice {
  const fields: Readonly<Record<string, unknown>> = Object(value);
  return (
    texts.every((name) => typeof fields[name] === 'string') &&
    numbers.every((name) => typeof fields[name] === 'number') &&
    ['finished', 'failed', 'paused'].some((kind) => kind === fields['kind']) &&
    commandList.some(({ id }) => id === fields['command'])
  );
}
