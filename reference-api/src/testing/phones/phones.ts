import type { DeviceGateway } from '../../core/gateway/device-gateway.ts';
import type { CommandRow } from '../../core/store/commands.ts';
import type { Clock } from '../../core/time/clock.ts';
import type { Plan } from '../chaos/plan.ts';
import type { Behaviour } from '../provider/provider.ts';

/** What is behind the API: a provider with its phones, in the words of its protocol or of a service that is public. */
export interface Phones {
  readonly url: string;
  /** Actions that tests may send. */
  readonly actions: readonly string[];
  /** Returns the variables of an API in its own process that reaches it at this address. */
  variables(url: string): Promise<Readonly<Record<string, string>>>;
  /** Returns the gateway of an API in this process. */
  gateway(clock: Clock): Promise<DeviceGateway>;
  /** Makes devices known, if it has to know them. */
  add(imeis: readonly string[]): void;
  /** Makes of a plan one without faults that nobody can repair. */
  fit(plan: Plan): Plan;
  behave(how: Pick<Behaviour, 'faults' | 'phones' | 'callbacks'>): void;
  /** Lets it report outcomes there, if it can. */
  callBackTo(url: string): void;
  /** Lets phones carry out what they were sent. */
  execute(): Promise<void>;
  /** True while more may become known of a command. */
  isOpen(row: CommandRow): boolean;
  /** Compares all commands of some phones with what became of them there; returns what is wrong in sentences. */
  wrongOf(rows: readonly CommandRow[], imeis: readonly string[]): Iterable<string>;
  close(): Promise<void>;
}
