import { atom } from 'jotai';
import type { AnswerOf, calls } from '@device-console/shared-lib/contract';

/** What the operator has sent, may send, and is to look at (C10, C11); null before the server has said so. */
export const commandUseAtom = atom<AnswerOf<typeof calls.commandUse> | null>(null);
