import { BatchRunner, type BatchRunnerOptions } from './runner.ts';
import { Outbox } from './outbox.ts';
import { Publisher } from './publisher.ts';
import { keyName } from './record.ts';
import type { Command, CommandId } from '../../contract/index.ts';
import type { UnfinishedBatch } from './record.ts';
import { isActiveState, type ActiveBatchState } from './state.ts';

/** A batch that is under way, for the top bar (D16). */
export interface ActiveBatch {
  readonly operator: string;
  readonly command: CommandId;
  readonly title: string;
  readonly state: ActiveBatchState;
}

/** The batches of this tab, above the router: one runner per operator and command (D16). */
export interface BatchManager {
  /**
   * The runner of a command, the same one each time. The first call looks for an unfinished batch. Throws for a command
   * without a batch.
   */
  runnerFor(operator: string, command: Command): BatchRunner;
  /** An operator's unfinished batches in this browser, newest first. Sends nothing. */
  unfinished(operator: string): Promise<readonly UnfinishedBatch[]>;
  /**
   * Calls a listener, at most once a frame, when the list of active batches has changed; returns an unsubscribe
   * function.
   */
  subscribe(listener: () => void): () => void;
  /** The same array until the next notification. */
  getSnapshot(): readonly ActiveBatch[];
  /** True if leaving the page would interrupt a batch (D16). */
  hasActive(): boolean;
  /** Pauses every running batch, for example before the session ends. */
  pauseAll(why: 'operator' | 'session-expiring'): void;
  /** Another tab has begun a batch: the screen of that command shows so, unless something is under way on it (D16). */
  beganElsewhere(operator: string, command: CommandId): void;
  /** Waiting batches continue, and the server is told of those finished here (D11, D11a). */
  signedIn(operator: string): void;
  /** Stops every runner without touching what is stored. */
  dispose(): void;
}

/** The batch manager of a page; made once by the host. `idempotent`: of config.json (D2). */
export function createBatchManager({
  ports,
  idempotent,
}: Pick<BatchRunnerOptions, 'ports' | 'idempotent'>): BatchManager {
  const runners = new Map<string, { readonly runner: BatchRunner; readonly command: Command }>();
  const outboxes = new Map<string, Outbox>();
  const outboxOf = (operator: string): Outbox => {
    const outbox = outboxes.get(operator) ?? new Outbox(ports, operator);
    outboxes.set(operator, outbox);
    return outbox;
  };
  const active = (): ActiveBatch[] =>
    [...runners.values()].flatMap(({ runner, command }) => {
      const state = runner.getSnapshot();
      return isActiveState(state)
        ? [{ operator: runner.key.operator, command: command.id, title: command.title, state }]
        : [];
    });
  const publisher = new Publisher<readonly ActiveBatch[]>(ports.clock, []);
  let wasActive = false;
  const onChange = () => {
    const isNow = active().length > 0;
    if (isNow || wasActive) publisher.show(active);
    wasActive = isNow;
  };
  const all = () => [...runners.values()].map((entry) => entry.runner);
  return {
    runnerFor(operator, command) {
      const name = keyName({ operator, command: command.id });
      const known = runners.get(name);
      if (known) return known.runner;
      const runner = new BatchRunner({ command, operator, ports, idempotent, outbox: outboxOf(operator) });
      runners.set(name, { runner, command });
      runner.subscribe(onChange);
      return runner;
    },
    async unfinished(operator) {
      const batches = await ports.store.list(operator);
      return batches
        .filter(({ archivedAt }) => archivedAt === null)
        .sort((one, other) => other.header.createdAt - one.header.createdAt);
    },
    subscribe: publisher.subscribe,
    getSnapshot: publisher.getSnapshot,
    hasActive: () => active().length > 0,
    pauseAll: (why) => all().forEach((runner) => runner.pause(why)),
    beganElsewhere: (operator, command) => runners.get(keyName({ operator, command }))?.runner.lookAgain(),
    signedIn(operator) {
      for (const runner of all()) {
        const state = runner.getSnapshot();
        const waits = state.status === 'paused' && (state.why === 'authorization' || state.why === 'session-expiring');
        if (runner.key.operator === operator && waits) runner.goOn();
      }
      outboxes.get(operator)?.wake();
    },
    dispose() {
      all().forEach((runner) => runner.dispose());
      outboxes.forEach((outbox) => outbox.close());
    },
  };
}
