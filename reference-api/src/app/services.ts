import type { AnonymousServices, Services, ToldLater } from '../core/calls/context.ts';
import { coreAnonymousServices, coreServices, coreToldLater } from '../core/services.ts';
import { joined } from './modules.ts';

/** What each call without a token does. A call of the contract that is in neither table does not compile. */
export const anonymousServices: AnonymousServices = { ...coreAnonymousServices, ...joined('anonymousServices') };

export const services: Services = { ...coreServices, ...joined('services') };

/** The answer to a repeated request whose first answer is not stored (D2). */
export const toldLater: ToldLater = { ...coreToldLater, ...joined('toldLater') };
