import type { ApiModule } from '../../core/module.ts';
import { auditCommands, auditUsage } from './audit-commands.ts';

/** Seals the audit log, so that tampering is detected. */
export const auditChain = {
  name: 'audit-chain',
  commandLine: { usage: auditUsage, commands: auditCommands },
} as const satisfies ApiModule;
