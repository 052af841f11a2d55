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
import * as icons from '@device-console/shared-lib/ui/icons';
import { lazyParts } from '../common/lazy-parts.ts';

const consoleVersion = sharedLib.version;

const shared = (version: string, eager: boolean) => ({
  version,
  scope: 'default',
  shareConfig: { singleton: true, strictVersion: true, requiredVersion: `^${version}`, eager },
});

const present = (version: string, module: object) => ({ ...shared(version, true), lib: () => module });

/**
 * A module loaded when a remote first asks for it. The runtime calls `get` of its record in the share scope, and would
 * remember a failure for the life of the page.
 */
const fetched = (load: () => Promise<object>) => ({
  ...shared(consoleVersion, false),
  async get(this: { loading?: unknown }) {
    try {
      const module = await load();
      return () => module;
    } catch (error) {
      this.loading = null;
      throw error;
    }
  },
});

const ofSharedLib = <Given, Module>(parts: Readonly<Record<string, Given>>, provide: (given: Given) => Module) =>
  Object.entries(parts).map(([subpath, part]) => [`@device-console/shared-lib/${subpath}`, provide(part)] as const);

/**
 * Every module that the host provides to remotes, by share key. They are the host's own: one React, one of every atom
 * and context. Part of the code for remotes, so pages without remotes do not load the list.
 */
export const hostModules: Readonly<Record<string, ReturnType<typeof present> | ReturnType<typeof fetched>>> = {
  react: present(react.version, react),
  'react/jsx-runtime': present(react.version, jsxRuntime),
  ...Object.fromEntries([
    ...ofSharedLib(
      { api, console: consoleParts, contract, i18n, remote, router, session, ui, 'ui/icons': icons },
      (module) => present(consoleVersion, module),
    ),
    ...ofSharedLib(lazyParts, fetched),
  ]),
};

/** Of what is shared, by key: what works with any framework. */
export const withoutReact = <Module>(modules: Readonly<Record<string, Module>>): Record<string, Module> =>
  Object.fromEntries(Object.entries(modules).filter(([key]) => /\/shared-lib\/(api|contract|crypto|csv)$/.test(key)));

/** By share key. */
export const providedVersions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(hostModules).map(([key, { version }]) => [key, version]),
);
