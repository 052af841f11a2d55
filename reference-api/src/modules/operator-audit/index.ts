import type { ApiModule } from '../../core/module.ts';
import { operatorAudit as searched } from './operator-audit.ts';

/** What operators did; for those who manage users (A5, D17). */
export const operatorAudit = {
  name: 'operator-audit',
  services: { operatorAudit: searched },
} as const satisfies ApiModule;
