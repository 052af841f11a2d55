import type { ApiModule } from '../../core/module.ts';
import { auditCommands, auditUsage } from './audit-commands.ts';

/** Seals the audit, so that what was changed in it is found. */
export const auditChain = {
  name: 'audit-chain',
  commandLine: { usage: auditUsage, commands: auditCommands },
} as const satisfies ApiModule;
