import type { EnvelopeCodec } from '@device-console/shared-lib/crypto';
import type { AnonymousCalls, TokenCalls } from '../calls/call.ts';
import type { Platform } from '../calls/context.ts';
import type { Store } from '../store/store.ts';
import type { StreamSealer } from './stream-sealer.ts';

export interface RouteParts {
  readonly store: Store;
  readonly codec: EnvelopeCodec;
  readonly sealer: StreamSealer;
  readonly platform: Platform;
  readonly tokenCalls: Partial<TokenCalls>;
  readonly anonymousCalls: Partial<AnonymousCalls>;
  /** A command may have been queued. */
  wake(): void;
}
