import type { AskedCommand, DeviceGateway, GatewayCommand, GatewayOutcome } from '../core/gateway/device-gateway.ts';
import { DAY } from '../core/time/clock.ts';

/** Simulates phones that obey at once, except those that fail or never answer; keeps what was sent. */
export class RecordingGateway implements DeviceGateway {
  readonly name = 'recording';
  readonly simulated = false;
  readonly askAfter = DAY;
  readonly sent: GatewayCommand[] = [];

  constructor(private readonly outcomes: Readonly<Record<string, 'failed' | 'accepted'>>) {}

  #outcomeOf(key: string): GatewayOutcome {
    const command = this.sent.find((sent) => sent.key === key);
    if (!command) return { status: 'unknown-key' };
    const status = this.outcomes[command.imei] ?? 'acknowledged';
    return status === 'failed' ? { status, reason: 'The phone refused.' } : { status };
  }

  #answer(items: readonly AskedCommand[] | readonly GatewayCommand[]) {
    return { kind: 'answered' as const, answer: new Map(items.map(({ key }) => [key, this.#outcomeOf(key)])) };
  }

  async submit(commands: readonly GatewayCommand[]) {
    this.sent.push(...commands);
    return this.#answer(commands);
  }

  async ask(commands: readonly AskedCommand[]) {
    return this.#answer(commands);
  }

  async list() {
    return { kind: 'answered' as const, answer: { commands: [], next: '' } };
  }

  /** Returns how far a command came here; undefined for one that was never sent. */
  statusOf(key: string): GatewayOutcome['status'] | undefined {
    const { status } = this.#outcomeOf(key);
    return status === 'unknown-key' ? undefined : status;
  }
}
