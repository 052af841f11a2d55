import type { ApiModule } from '../../core/module.ts';
import { deviceList as listed } from './device-list.ts';

/** Lists devices by their properties, for everyone who may look one up (D40d). */
export const deviceList = { name: 'device-list', services: { deviceList: listed } } as const satisfies ApiModule;
