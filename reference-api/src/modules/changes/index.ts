import type { ApiModule } from '../../core/module.ts';
import { commandChanges } from './command-watch.ts';

/** Notifies pages of changed commands (D17d). */
export const changes = { name: 'changes', services: { commandChanges } } as const satisfies ApiModule;
