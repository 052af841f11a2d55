/** One command on its way to a phone. */
export interface GatewayCommand {
  /** Always the same for this command: a repeated sending has the same key, by which the provider recognises it. */
  readonly key: string;
  /** 15 digits, or ALL for every enrolled device. */
  readonly imei: string;
  readonly action: string;
  /** message, header, template, caseType, clientof and retailerNumber, if the command has them. */
  readonly payload: Readonly<Record<string, string>>;
  /** The provider must not start it after this time. ISO 8601 UTC. */
  readonly expiresAt: string;
}

/** A command that the provider is asked about. */
export interface AskedCommand {
  readonly key: string;
  /** Whether it was sent, as far as this server knows. */
  readonly wasSent: boolean;
}

/** The provider's answer about a command. `unknown-key`: it has never had it. */
export type GatewayOutcome =
  | { readonly status: 'accepted' }
  | { readonly status: 'acknowledged' }
  | { readonly status: 'failed'; readonly reason: string }
  | { readonly status: 'unknown-key' };

/**
 * What came of a request for many commands.
 * `answered`: what of each, by its key; a key that is missing got no answer. `refused`: a 4xx, so nothing of it was
 * taken, and asking again is of no use. `faulty`: an answer that says nothing; one of the commands may be the cause.
 * `unreachable`: no answer; `surelyNotTaken` where nothing left. `busy`: nothing more until `retryAfter` milliseconds
 * have passed. `misconfigured`: this deployment is not let in, whatever it sends.
 */
export type GatewayReply<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'faulty'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string; readonly surelyNotTaken: boolean }
  | {
      readonly kind: 'busy';
      readonly reason: string;
      readonly surelyNotTaken: boolean;
      readonly retryAfter: number | undefined;
    }
  | { readonly kind: 'misconfigured'; readonly reason: string; readonly surelyNotTaken: boolean };

type Outcomes = GatewayReply<ReadonlyMap<string, GatewayOutcome>>;

/** A command as the provider's record has it. */
export interface ProviderCommand {
  readonly key: string;
  readonly imei: string;
  readonly action: string;
  readonly outcome: GatewayOutcome;
  readonly receivedAt: string;
}

/** How many commands a request has at most. */
export const GATEWAY_LIST = 500;

/** The way to the phones. Failures of the provider are in the reply; no method rejects because of them. */
export interface DeviceGateway {
  readonly name: string;
  /** True if no real phone is reached. */
  readonly simulated: boolean;
  /** Milliseconds after which the outcome of a sent command is first asked for. */
  readonly askAfter: number;
  /** Sends commands, at most {@link GATEWAY_LIST}. Each key is carried out at most once. */
  submit(commands: readonly GatewayCommand[]): Promise<Outcomes>;
  /** Asks for the outcomes of commands, at most {@link GATEWAY_LIST}. */
  ask(commands: readonly AskedCommand[]): Promise<Outcomes>;
  /** A part of the provider's list of an epoch; `next` is the place after it, '' at the end. */
  list(
    epoch: string,
    after: string,
  ): Promise<GatewayReply<{ readonly commands: readonly ProviderCommand[]; readonly next: string }>>;
  close?(): Promise<void>;
}
