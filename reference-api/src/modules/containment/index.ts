import type { ApiModule } from '../../core/module.ts';
import { containAccount } from './contain-account.ts';

/** Takes everything from an account that is in the wrong hands, and lets its owner in again (S32 to S36). */
export const containment = { name: 'containment', services: { containAccount } } as const satisfies ApiModule;
