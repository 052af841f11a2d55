import { atom } from 'jotai';
import type { ApiClient } from '../api/index.ts';
import type { EnvelopeCodec } from '../crypto/index.ts';
import type { StoragePort } from './storage.ts';

/** What the session's actions work with. Given once by the host, or by a test. */
export interface SessionEnvironment {
  readonly api: ApiClient;
  readonly codec: EnvelopeCodec | Promise<EnvelopeCodec>;
  readonly storage: StoragePort;
  /** This computer's clock, in milliseconds of the epoch. */
  readonly clock: { now(): number };
  /** `legacy`: expiry goes by this computer's clock (D1a). */
  readonly backend: 'reference' | 'legacy';
  /** IANA zone of expiry texts without a zone (D1a). */
  readonly serverTimeZone: string;
}

const providedEnvironmentAtom = atom<SessionEnvironment | null>(null);

/** The session's environment: the host writes it before any action; reading it before that throws. */
export const sessionEnvironmentAtom = atom(
  (get): SessionEnvironment => {
    const environment = get(providedEnvironmentAtom);
    if (!environment) throw new Error('The session has no environment: set sessionEnvironmentAtom before its actions.');
    return environment;
  },
  (_get, set, environment: SessionEnvironment) => set(providedEnvironmentAtom, environment),
);
