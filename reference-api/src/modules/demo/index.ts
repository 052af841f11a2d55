import { list, type VariablesOf } from '../../core/configuration/variable-readers.ts';
import type { ApiModule } from '../../core/module.ts';
import { prepareDemo } from './prepare-demo.ts';

const variables = { DEMO_PERMISSIONS: list([]) };

declare module '../../core/module-settings.ts' {
  interface ModuleSettings {
    readonly demoPermissions: readonly string[];
  }
}

/** Accounts, devices and a history to try the console with. */
export const demo = {
  name: 'demo',
  variables,
  settings: ({ DEMO_PERMISSIONS: demoPermissions }: VariablesOf<typeof variables>) => ({ demoPermissions }),
  prepare: (store, { demo: isOn, demoPermissions }, clock) => prepareDemo(store, isOn, clock, demoPermissions),
} as const satisfies ApiModule;
