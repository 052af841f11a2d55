import type * as v from 'valibot';
import { numeric } from '../../core/configuration/variable-readers.ts';
import type { ApiModule } from '../../core/module.ts';
import { MEGABYTE, type Quotas } from './upload-quotas.ts';

const variables = {
  UPLOADS_PER_DAY: numeric(500, 1, 1_000_000),
  UPLOAD_MB_PER_DAY: numeric(2_000, 1, 1_000_000),
  UPLOADS_TOTAL_MB: numeric(20_000, 1, 100_000_000),
} as const;

export function quotasOf(given: v.InferOutput<v.ObjectSchema<typeof variables, undefined>>): Quotas {
  return {
    uploadsPerDay: given.UPLOADS_PER_DAY,
    bytesPerDay: given.UPLOAD_MB_PER_DAY * MEGABYTE,
    bytesInAll: given.UPLOADS_TOTAL_MB * MEGABYTE,
  };
}

/** Limits what accounts may upload. */
export const uploadQuotas = { name: 'upload-quotas', variables } as const satisfies ApiModule;
