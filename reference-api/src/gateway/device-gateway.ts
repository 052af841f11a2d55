/** One command on its way to a phone. */
export interface GatewayCommand {
  /** Stable: a command sent again after a crash has the same id, by which the provider recognises it. */
  readonly id: number;
  readonly transactionId: string;
  /** 15 digits, or ALL for every enrolled device. */
  readonly imei: string;
  readonly action: string;
  /** message, header, template, caseType, clientof and retailerNumber, where the command has them. */
  readonly payload: Readonly<Record<string, string>>;
}

/** How far a command has come. `askAfter`: milliseconds until its outcome should be asked for. */
export type GatewayOutcome =
  | { readonly status: 'sent'; readonly askAfter: number }
  | { readonly status: 'acknowledged' }
  | { readonly status: 'failed'; readonly reason: string };

/** The way to the phones. Either method rejects when the provider cannot be reached; the worker tries again. */
export interface DeviceGateway {
  readonly name: string;
  send(command: GatewayCommand): Promise<GatewayOutcome>;
  /** Asks for the outcome of a command that was sent. */
  outcomeOf(command: GatewayCommand): Promise<GatewayOutcome>;
}
