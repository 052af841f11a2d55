import { approvals } from '../modules/approvals/index.ts';
import { budgets } from '../modules/budgets/index.ts';
import { secondFactors } from '../modules/second-factors/index.ts';
import type { BeforeSend } from '../core/commands/before-send.ts';

/** The checks that a command must pass before it is sent, in order. */
export const beforeSend: readonly BeforeSend[] = [secondFactors.beforeSend, approvals.beforeSend, budgets.beforeSend];
