import { atom } from 'jotai';
import type { AnswerOf, calls } from '@device-console/shared-lib/contract';

/** What the operator has sent, may send, and is to look at (C10, C11); null before the server has said so. */
export const commandUseAtom = atom<AnswerOf<typeof calls.commandUse> | null>(null);

const nothing: ReadonlySet<string> = new Set();
const withApprovals: ReadonlySet<string> = new Set(['approvals']);

/** What of the deployment is in use for this operator, as far as the server has said so (C15). */
export const inUseAtom = atom((get) => (get(commandUseAtom)?.approvals === 'yes' ? withApprovals : nothing));
