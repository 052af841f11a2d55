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
  readonly reason: string;
  readonly receivedAt: string;
  /** How often its phone executed it: never more than once. */
  executions: number;
  submissions: number;
}

export class ProviderState {
  readonly commands = new Map<string, KeptCommand>();

  constructor(private readonly clock: Clock) {}

  /** Takes a command; one with a known key keeps its state. */
  take(command: Submitted, refusal?: string): KeptCommand {
    const now = this.clock.now();
    const reason = refusal ?? (Date.parse(command.expiresAt) <= now.getTime() ? 'Its lifetime is over.' : '');
    const status = reason === '' ? 'accepted' : 'failed';
    const fresh = { ...command, status, reason, receivedAt: isoTime(now), executions: 0, submissions: 0 } as const;
    const kept: KeptCommand = this.commands.get(command.key) ?? fresh;
    this.commands.set(command.key, kept);
    kept.submissions += 1;
    return kept;
  }

  /** Lets phones execute accepted commands, all or those with these keys; returns what they executed. */
  execute(keys: Iterable<string> = this.commands.keys()): readonly KeptCommand[] {
    const wanted = new Set(keys);
    const executed = [...this.commands.values()].filter(({ key, status }) => status === 'accepted' && wanted.has(key));
    for (const command of executed) {
      command.status = 'acknowledged';
      command.executions += 1;
    }
    return executed;
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
