import type { ApiModule } from '../../core/module.ts';
import { quotaVariables as variables } from './upload-quotas.ts';

/** Limits what accounts may upload. */
export const uploadQuotas = { name: 'upload-quotas', variables } as const satisfies ApiModule;
