import * as v from 'valibot';
import { isoTime, type Clock } from '../../core/time/clock.ts';

/** A command as the protocol carries it. */
export const submitted = v.object({
  key: v.string(),
  imei: v.string(),
  action: v.string(),
  payload: v.record(v.string(), v.string()),
  expiresAt: v.string(),
});
type Submitted = v.InferOutput<typeof submitted>;

export interface KeptCommand extends Submitted {
  status: 'accepted' | 'acknowledged' | 'failed';
  reason: string;
  readonly receivedAt: string;
  /** How often its phone executed it: never more than once. */
  executions: number;
  submissions: number;
}

export class ProviderState {
  readonly commands = new Map<string, KeptCommand>();

  constructor(private readonly clock: Clock) {}

  #keep(command: KeptCommand): KeptCommand {
    this.commands.set(command.key, command);
    return command;
  }

  /** Takes a command; one with a known key keeps its state. */
  take(command: Submitted, refusal: string | undefined): KeptCommand {
    const known = this.commands.get(command.key);
    if (known) return this.#keep({ ...known, submissions: known.submissions + 1 });
    const isLate = Date.parse(command.expiresAt) <= this.clock.now().getTime();
    const reason = refusal ?? (isLate ? 'Its lifetime is over.' : '');
    return this.#keep({
      ...command,
      status: reason === '' ? 'accepted' : 'failed',
      reason,
      receivedAt: isoTime(this.clock.now()),
      executions: 0,
      submissions: 1,
    });
  }

  /** Lets phones execute accepted commands, all or those with these keys; returns what they executed. */
  execute(keys?: readonly string[]): readonly KeptCommand[] {
    const wanted = keys === undefined ? undefined : new Set(keys);
    return [...this.commands.values()]
      .filter(({ key, status }) => status === 'accepted' && (wanted?.has(key) ?? true))
      .map((command) => this.#keep({ ...command, status: 'acknowledged', executions: command.executions + 1 }));
  }

  /** Lists a part of an epoch's commands, in the order of their keys. */
  list(epoch: string, after: string, limit: number): { commands: readonly KeptCommand[]; next: string | null } {
    const all = [...this.commands.values()]
      .filter(({ key }) => key.startsWith(`${epoch}.`) && key > after)
      .toSorted((left, right) => (left.key < right.key ? -1 : 1));
    const commands = all.slice(0, limit);
    return { commands, next: all.length > limit ? (commands.at(-1)?.key ?? null) : null };
  }
}
