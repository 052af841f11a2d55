import type { ApiModule } from '../../core/module.ts';
import { containAccount } from './contain-account.ts';

/** Takes all access from an account that is in the wrong hands (S32 to S36). */
export const containment = { name: 'containment', services: { containAccount } } as const satisfies ApiModule;
