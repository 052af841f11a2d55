import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as api from '@device-console/shared-lib/api';
import * as consoleParts from '@device-console/shared-lib/console';
import * as contract from '@device-console/shared-lib/contract';
import * as i18n from '@device-console/shared-lib/i18n';
import sharedLib from '@device-console/shared-lib/package.json';
import * as remote from '@device-console/shared-lib/remote';
import * as router from '@device-console/shared-lib/router';
import * as session from '@device-console/shared-lib/session';
import * as ui from '@device-console/shared-lib/ui';
import { lazyParts } from '../common/lazy-parts.ts';

/** A module that the host provides: there already, or fetched when a remote first asks for it. */
type HostModule =
  | { readonly version: string; readonly module: object }
  | { readonly version: string; readonly load: () => Promise<object> };

const parts = { api, console: consoleParts, contract, i18n, remote, router, session, ui };

const { version } = sharedLib;

/** The version of shared-lib that this build of the host provides. */
export const consoleVersion = version;

const keyOf = (subpath: string): string => `@device-console/shared-lib/${subpath}`;

/**
 * Every module that the host provides to remotes, by its key in the share scope: the host's own ones, so that there is
 * one React and one of every atom and context. The list comes with the code that deals with remotes, so no page that
 * does without remotes carries it.
 */
const provided: Readonly<Record<string, HostModule>> = {
  react: { version: react.version, module: react },
  'react/jsx-runtime': { version: react.version, module: jsxRuntime },
  ...Object.fromEntries(Object.entries(parts).map(([subpath, module]) => [keyOf(subpath), { version, module }])),
  ...Object.fromEntries(Object.entries(lazyParts).map(([subpath, load]) => [keyOf(subpath), { version, load }])),
};

/** The versions of all that the host provides, by key. */
export const providedVersions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(provided).map(([key, module]) => [key, module.version]),
);

/**
 * What the share scope of the federation runtime has of a module; `loading` is the fetch that is under way, or has
 * failed.
 */
export interface ShareRecord {
  loading?: unknown;
}

const shareConfig = (of: string, eager: boolean) => ({
  singleton: true,
  strictVersion: true,
  requiredVersion: `^${of}`,
  eager,
});

/** The modules as the federation runtime takes them. `recordOf` finds a module's record in its share scope. */
export function hostModules(recordOf: (key: string, version: string) => ShareRecord | undefined) {
  return Object.fromEntries(
    Object.entries(provided).map(([key, module]) => [
      key,
      'module' in module
        ? {
            version: module.version,
            scope: 'default',
            shareConfig: shareConfig(module.version, true),
            lib: () => module.module,
          }
        : {
            version: module.version,
            scope: 'default',
            shareConfig: shareConfig(module.version, false),
            get: () => fetched(module.load, () => recordOf(key, module.version)),
          },
    ]),
  );
}

/**
 * A part that could not be fetched is fetched anew when it is asked for again: the runtime would keep the failure for
 * the life of the page.
 */
async function fetched(load: () => Promise<object>, record: () => ShareRecord | undefined): Promise<() => object> {
  try {
    const module = await load();
    return () => module;
  } catch (error) {
    const failed = record();
    if (failed) failed.loading = null;
    throw error;
  }
}
