import { approvals } from '../modules/approvals/index.ts';
import { budgets } from '../modules/budgets/index.ts';
import type { BeforeSend } from '../services/before-send.ts';

/** What a command must pass before it is sent, in this order. */
export const beforeSend: readonly BeforeSend[] = [approvals.beforeSend, budgets.beforeSend];
