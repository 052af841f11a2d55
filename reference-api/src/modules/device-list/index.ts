import type { ApiModule } from '../../core/module.ts';
import { deviceList as listed } from './device-list.ts';

/** Devices by what they are, for whoever may look one up (D40d). */
export const deviceList = { name: 'device-list', services: { deviceList: listed } } as const satisfies ApiModule;
