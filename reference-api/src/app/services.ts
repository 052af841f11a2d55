import type { AnonymousServices, Services, ToldLater } from '../core/calls/context.ts';
import { joined } from './modules.ts';

/** What each call without a token does. A call of the contract that is in neither table does not compile. */
export const anonymousServices: AnonymousServices = joined('anonymousServices');

export const services: Services = joined('services');

/** The answer to a repeated request whose first answer is not stored (D2). */
export const toldLater: ToldLater = joined('toldLater');
