import type { EnvelopeCodec } from '@device-console/shared-lib/crypto';
import type { AnonymousServices, Platform, Services, ToldLater } from '../calls/context.ts';
import type { Store } from '../store/store.ts';
import type { StreamSealer } from './stream-sealer.ts';

export interface RouteParts {
  readonly store: Store;
  readonly codec: EnvelopeCodec;
  readonly sealer: StreamSealer;
  readonly platform: Platform;
  readonly services: Services;
  readonly anonymousServices: AnonymousServices;
  readonly toldLater: ToldLater;
  /** A command may have been queued. */
  wake(): void;
}
