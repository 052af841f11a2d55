import type { CommandOffer } from '@device-console/shared-lib/contract';

export interface GatewayCommand {
  /** Constant: by it the provider recognises a repeated sending. */
  readonly key: string;
  /** 15 digits, or ALL for every enrolled device. */
  readonly imei: string;
  readonly action: string;
  /** message, header, template, caseType, clientof and retailerNumber, if the command has them. */
  readonly payload: Readonly<Record<string, string>>;
  /** The provider must not start it later. ISO 8601 UTC. */
  readonly expiresAt: string;
}

/** To be sent now. */
export interface SubmittedCommand extends GatewayCommand {
  /** An earlier attempt may have brought it to the provider. */
  readonly isRepeat: boolean;
}

export interface AskedCommand extends Pick<GatewayCommand, 'key' | 'imei' | 'action'> {
  /** The provider has said that it has it. */
  readonly isAccepted: boolean;
  /** As far as this server knows. */
  readonly wasSent: boolean;
}

/**
 * `unknown-key`: the provider has never had it. `unclear`: it may have been carried out, and the provider cannot say
 * so now. `isLast`: the provider will never say more, so that it is not asked again.
 */
export type GatewayOutcome =
  | { readonly status: 'accepted'; readonly isLast?: boolean }
  | { readonly status: 'acknowledged' }
  | { readonly status: 'failed'; readonly reason: string }
  | { readonly status: 'unclear'; readonly reason: string; readonly isLast?: boolean }
  | { readonly status: 'unknown-key' };

/** `later`: to be sent again; `surelyNotTaken` if nothing was sent, or the provider says that it took nothing. */
export type SubmitOutcome =
  | GatewayOutcome
  | { readonly status: 'later'; readonly reason: string; readonly surelyNotTaken: boolean };

/**
 * The result of a request for many commands. `answered`: by key; a missing key got no answer; `stop`: the provider
 * takes no more after these. `refused`: a 4xx, so nothing was taken, and asking again is of no use. `faulty`: an
 * unusable answer; one of the commands may be the cause. `unreachable`: no answer; `surelyNotTaken` if nothing was
 * sent. `busy`: nothing more until `retryAfter` milliseconds have passed. `misconfigured`: this deployment is not
 * admitted, whatever it sends.
 */
export type GatewayReply<Answer> =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly stop?: GatewayStop | undefined }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'faulty'; readonly reason: string }
  | GatewayStop;

/** Why nothing more may be asked for now. */
export type GatewayStop =
  | { readonly kind: 'unreachable'; readonly reason: string; readonly surelyNotTaken: boolean }
  | {
      readonly kind: 'busy';
      readonly reason: string;
      readonly surelyNotTaken: boolean;
      readonly retryAfter: number | undefined;
    }
  | { readonly kind: 'misconfigured'; readonly reason: string; readonly surelyNotTaken: boolean };

export type Outcomes = GatewayReply<ReadonlyMap<string, GatewayOutcome>>;
export type Submission = GatewayReply<ReadonlyMap<string, SubmitOutcome>>;

/** A command in the provider's record. */
export interface ProviderCommand {
  readonly key: string;
  readonly imei: string;
  readonly action: string;
  readonly outcome: GatewayOutcome;
  readonly receivedAt: string;
}

/** Most commands of a request. */
export const GATEWAY_LIST = 500;

/** The way to the phones. The provider's failures are in the reply; no method rejects because of them. */
export interface DeviceGateway {
  readonly name: string;
  /** No real phone is reached. */
  readonly simulated: boolean;
  /** Absent: every command, also to ALL. Otherwise nothing goes to ALL. */
  readonly offer?: CommandOffer | undefined;
  /** Milliseconds until the outcome of a sent command is first asked for. */
  readonly askAfter: number;
  /**
   * At most {@link GATEWAY_LIST} commands; each key is carried out at most once. A provider that does not recognise a
   * repeated key is sent nothing once `isHeld` is false: another instance may have the commands by then.
   */
  submit(commands: readonly SubmittedCommand[], isHeld: () => boolean): Promise<Submission>;
  /** At most {@link GATEWAY_LIST} commands. */
  ask(commands: readonly AskedCommand[]): Promise<Outcomes>;
  /**
   * A part of the provider's list of an epoch; `next` is the place after it, '' at the end. Absent: the provider keeps
   * no record of keys, so that nobody can say after a restore what it has.
   */
  list?(
    epoch: string,
    after: string,
  ): Promise<GatewayReply<{ readonly commands: readonly ProviderCommand[]; readonly next: string }>>;
  close?(): Promise<void>;
}

/** Of a provider that keeps a record of keys. */
export type ListingGateway = DeviceGateway & Required<Pick<DeviceGateway, 'list'>>;
