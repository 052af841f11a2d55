import type { AnonymousCalls, TokenCalls } from '../core/calls/call.ts';
import { joined } from './modules.ts';

/** What each call without a token does; access.test.ts shows that no call of the contract is missing. */
export const anonymousCalls: Partial<AnonymousCalls> = joined('anonymousCalls');

export const tokenCalls: Partial<TokenCalls> = joined('calls');
