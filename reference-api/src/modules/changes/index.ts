import type { ApiModule } from '../../core/module.ts';
import { commandChanges } from './command-changes.ts';

/** Tells pages of changes of commands (D17d). */
export const changes = { name: 'changes', services: { commandChanges } } as const satisfies ApiModule;
