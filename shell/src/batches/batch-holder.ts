import type { BatchManager } from '@device-console/shared-lib/batch';
import type { Holder } from '../common/holder.ts';

/** Made on first use (D16). */
export type BatchHolder = Holder<BatchManager>;
