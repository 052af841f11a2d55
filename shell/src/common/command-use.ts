import { atom } from 'jotai';
import type { AnswerOf, calls } from '@device-console/shared-lib/contract';

/** Commands that the operator has sent and may send, and any pause (C10, C11). Null before the first reply. */
export const commandUseAtom = atom<AnswerOf<typeof calls.commandUse> | null>(null);

const nothing: ReadonlySet<string> = new Set();
const withApprovals: ReadonlySet<string> = new Set(['approvals']);

/** Optional parts of the deployment that this operator uses, as far as known (C15). */
export const inUseAtom = atom((get) => (get(commandUseAtom)?.approvals === 'yes' ? withApprovals : nothing));
