import type { AnonymousCalls, TokenCalls } from '../core/calls/call.ts';
import { joined } from './modules.ts';

/** What each call without a token does. A call of the contract that is in neither table does not compile. */
export const anonymousCalls: AnonymousCalls = joined('anonymousCalls');

export const tokenCalls: TokenCalls = joined('calls');
