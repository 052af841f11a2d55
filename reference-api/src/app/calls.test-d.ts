import type { AnonymousCalls, TokenCalls } from '../core/calls/call.ts';
import { joined } from './modules.ts';

/** No call of the contract is missing: the core and all modules have one object for each. */
export const anonymousCalls: AnonymousCalls = joined('anonymousCalls');
export const tokenCalls: TokenCalls = joined('calls');
