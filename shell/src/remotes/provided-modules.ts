import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as api from '@device-console/shared-lib/api';
import * as consoleParts from '@device-console/shared-lib/console';
import * as contract from '@device-console/shared-lib/contract';
import * as crypto from '@device-console/shared-lib/crypto';
import sharedLib from '@device-console/shared-lib/package.json';
import * as remote from '@device-console/shared-lib/remote';
import * as router from '@device-console/shared-lib/router';
import * as session from '@device-console/shared-lib/session';
import * as ui from '@device-console/shared-lib/ui';
import { lazyParts } from '../runtime/lazy-parts.ts';

/** A module as the share scope holds it: there already, or fetched when a remote first asks for it. */
interface ProvidedModule {
  readonly version: string;
  readonly get: () => (() => object) | Promise<() => object>;
}

const parts = { api, console: consoleParts, contract, crypto, remote, router, session, ui };

const { version } = sharedLib;
const keyOf = (subpath: string): string => `@device-console/shared-lib/${subpath}`;
const there = (of: string, module: object): ProvidedModule => ({ version: of, get: () => () => module });

/**
 * Every module that the host provides to remotes, by its key in the share scope: the host's own ones, so that there is one React and one
 * of every atom and context. The list comes with the code that deals with remotes, so no page that does without remotes carries it.
 */
export const providedModules: Readonly<Record<string, ProvidedModule>> = {
  react: there(react.version, react),
  'react/jsx-runtime': there(react.version, jsxRuntime),
  ...Object.fromEntries(Object.entries(parts).map(([subpath, module]) => [keyOf(subpath), there(version, module)])),
  ...Object.fromEntries(Object.entries(lazyParts).map(([subpath, load]) => [keyOf(subpath), fetched(load)])),
};

function fetched(load: () => Promise<object>): ProvidedModule {
  return {
    version,
    get: async () => {
      const module = await load();
      return () => module;
    },
  };
}
