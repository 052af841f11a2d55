import type { FastifyInstance } from 'fastify';
import type * as v from 'valibot';
import type { WhenContained } from './accounts/containment.ts';
import type { CliCommand } from './cli/cli-parts.ts';
import type { BeforeSend } from './commands/before-send.ts';
import type { AnonymousCalls, TokenCalls } from './calls/call.ts';
import type { Platform } from './calls/context.ts';
import type { GivenDevice } from './devices/register-devices.ts';
import type { DeviceGateway } from './gateway/device-gateway.ts';
import type { DispatchTimes, Tally, WorkerParts } from './gateway/worker-parts.ts';
import type { HousekeepingStep } from './housekeeping.ts';
import type { ModuleSettings } from './module-settings.ts';
import type { Observer } from './observer.ts';
import type { RouteParts } from './http/route-parts.ts';
import type { Database, Store } from './store/store.ts';
import type { TableSet } from './store/migrations/migration-list.ts';
import type { Clock } from './time/clock.ts';

/** What a module is given when the API is built. */
export interface ModuleParts {
  readonly settings: ModuleSettings;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Platform['log'];
  /** Counts the results of this instance's commands. */
  readonly tally: () => Tally;
  /** Aborted when the API closes. */
  readonly closing: AbortSignal;
  /** Reports what somebody has to look at, and nothing stops for. */
  readonly raise: (kind: 'secrets', error: unknown) => void;
}

export interface Started {
  /** Where it listens. */
  readonly address?: string;
  close?(): Promise<void>;
}

/** A way to phones, used if the setting GATEWAY names it; undefined if it is not. */
interface NamedGateway {
  readonly name: string;
  create(settings: ModuleSettings, clock: Clock, times: DispatchTimes | undefined): DeviceGateway | undefined;
}

/** Where the command line imports devices from besides a file, by its own variables. */
interface DeviceSource {
  readonly name: string;
  /** Throws ConfigurationError or BusinessError. */
  devices(variables: never, clock: Clock): AsyncIterable<GivenDevice>;
}

/** A part of the API that its core does without. `app` combines them in the order of its list. */
export interface ApiModule {
  readonly name: string;
  readonly calls?: Partial<TokenCalls>;
  readonly anonymousCalls?: Partial<AnonymousCalls>;
  readonly variables?: v.ObjectEntries;
  /** What the hardened policy sets of them, unless they are set. */
  readonly hardened?: Readonly<Record<string, string>>;
  /** Reads its variables, and PUBLIC_URL. Throws ConfigurationError. */
  readonly settings?: (variables: never, demo: boolean) => Partial<ModuleSettings>;
  /** Before anything is served. Throws ConfigurationError if it cannot be. */
  readonly prepare?: (store: Store, settings: ModuleSettings, clock: Clock) => Promise<void>;
  readonly gateway?: NamedGateway;
  readonly deviceSource?: DeviceSource;
  /** Undefined if it is off. */
  readonly observer?: (settings: ModuleSettings) => Observer | undefined;
  /** What it adds to the platform. */
  readonly platform?: (parts: ModuleParts) => Partial<Platform>;
  /** Routes besides calls. */
  readonly routes?: (server: FastifyInstance, parts: RouteParts, own: ModuleParts) => void;
  /** Answers at once whoever its calls keep waiting; later ones wait again. */
  readonly answerWaiting?: (platform: Platform) => void;
  /** What the worker does for it. */
  readonly worker?: (observer: Observer) => Pick<WorkerParts, 'tally' | 'held'>;
  /** What runs beside the server, begun before it listens and closed after it. */
  readonly start?: (own: ModuleParts) => Promise<Started>;
  /** Begins a new epoch of the database, after a restore. */
  readonly epochBegun?: (tx: Database, former: readonly string[]) => Promise<void>;
  /** Its tables, which are there whether it is on or off. */
  readonly schema?: TableSet;
  /** What it deletes or closes every hour, by name. */
  readonly housekeeping?: Readonly<Record<string, HousekeepingStep>>;
  /** Deletes the data of an account that is closed for good. */
  readonly accountClosed?: Platform['accountClosed'][number];
  readonly whenContained?: WhenContained;
  /** Checked before a command is sent. */
  readonly beforeSend?: BeforeSend;
  /** Of the CLI, by name. */
  readonly commandLine?: Readonly<Record<string, CliCommand>>;
}
