import type { StoredOverride } from '@device-console/shared-lib/trust';
import { RemoteLoadError } from '../releases/remote-load-error.ts';

/** Why what an override names cannot be used. */
export interface Failed {
  readonly status: 'failed';
  readonly error: RemoteLoadError;
}

/** The remote of an override, as its failures name it. */
export function remoteOf({
  source,
  id,
  version = '',
}: Pick<StoredOverride, 'source' | 'id'> & { version?: string | undefined }) {
  return { id, version: version || (source === 'preview' ? 'as a preview' : 'under development') };
}

/** What work comes to; that it cannot be done is an answer too. */
export async function orFailed<Answer>(work: () => Promise<Answer>): Promise<Answer | Failed> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RemoteLoadError) return { status: 'failed', error };
    throw error;
  }
}
