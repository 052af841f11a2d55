import type { DeviceGateway, GatewayCommand, GatewayOutcome } from '../gateway/device-gateway.ts';
import { DAY } from '../time/clock.ts';

/** Phones that obey at once, but for those that fail and those that never answer; it keeps what it was sent. */
export class RecordingGateway implements DeviceGateway {
  readonly name = 'recording';
  readonly sent: GatewayCommand[] = [];
  readonly #outcomes: Readonly<Record<string, 'failed' | 'sent'>>;

  constructor(outcomes: Readonly<Record<string, 'failed' | 'sent'>>) {
    this.#outcomes = outcomes;
  }

  async send(command: GatewayCommand): Promise<GatewayOutcome> {
    this.sent.push(command);
    return this.outcomeOf(command);
  }

  async outcomeOf({ imei }: GatewayCommand): Promise<GatewayOutcome> {
    const status = this.#outcomes[imei] ?? 'acknowledged';
    if (status === 'failed') return { status, reason: 'The phone refused.' };
    return status === 'sent' ? { status, askAfter: DAY } : { status };
  }

  /** How far a command came here; undefined for one that was never sent. */
  statusOf(transactionId: string): GatewayOutcome['status'] | undefined {
    const command = this.sent.find((sent) => sent.transactionId === transactionId);
    return command && (this.#outcomes[command.imei] ?? 'acknowledged');
  }
}
