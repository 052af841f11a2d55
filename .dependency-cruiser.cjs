// Who may import whom. Checked by `npm test`; docs/architecture.md tells why.
const shellLayers = require('./tooling/lib/shell-layers.cjs');

const sharedLib = (subpath) => `^shared-lib/src/${subpath}/`;
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
// Tests, and the files that only tests use.
const tests = '(\\.test(-d)?\\.tsx?$|/test-[a-z-]+\\.tsx?$|/testing/)';

/** shared-lib/<from> may import, of this repository, only shared-lib/<allowed>, and <base>: helpers and texts. */
const layer = (from, allowed, base = ['async', 'i18n']) =>
  rule(
    `shared-lib-${from}`,
    { path: sharedLib(from), pathNot: tests },
    {
      path: '^(shared-lib|shell|mf-[^/]+|reference-api|e2e|tooling)/',
      pathNot: [from, ...base, ...allowed].map(sharedLib),
    },
    `shared-lib/${from} may import ${allowed.join(', ') || 'nothing else of ours'}`,
  );

/** Of these folders of a package each may import those after it, and none before it. */
const downwards = (name, folders) =>
  folders
    .slice(1)
    .map((folder, index) =>
      rule(
        `${name}-${folder}`,
        { path: `^${name}/src/${folder}/`, pathNot: tests },
        { path: `^${name}/src/(${folders.slice(0, index + 1).join('|')})/` },
        `In ${name} imports go one way: ${folders.join(', ')}.`,
      ),
    );

const api = (folder) => `^reference-api/src/${folder}/`;

/** reference-api/src/core/<from> may import, of its own package, only <allowed> of the core. */
const coreLayer = (from, allowed) =>
  rule(
    `reference-api-core-${from}`,
    { path: api(`core/${from}`), pathNot: tests },
    { path: '^reference-api/src/', pathNot: [from, ...allowed].map((folder) => api(`core/${folder}`)) },
    `reference-api/src/core/${from} may import ${allowed.join(', ') || 'nothing else of the API'}`,
  );

/** What the core's calls do, by subject; `calls` holds what all of them are made with. */
const subjects = ['accounts', 'audit', 'batches', 'calls', 'commands', 'devices', 'keys', 'reports'];

/** A module of the API may import its core, and of other modules only <allowed>. */
const apiModule = (name, allowed = []) =>
  rule(
    `reference-api-module-${name}`,
    { path: api(`modules/${name}`), pathNot: tests },
    { path: '^reference-api/src/(app|modules)/', pathNot: [name, ...allowed].map((other) => api(`modules/${other}`)) },
    `reference-api/src/modules/${name} may import ${allowed.join(', ') || 'no other module'}, and never app.`,
  );

/** shell/<from> may import, of the shell, only shell/<allowed>. `start-console.tsx` and `runtime` join the parts. */
const shellLayer = (from, allowed) =>
  rule(
    `shell-${from}`,
    { path: `^shell/src/${from}/`, pathNot: tests },
    {
      path: '^shell/src/',
      pathNot: ['^shell/src/t\\.ts$', ...[from, ...allowed].map((folder) => `^shell/src/${folder}/`)],
    },
    `shell/${from} may import ${allowed.join(', ') || 'nothing else of the shell'}`,
  );

const toolingTests = '^tooling/(test|test-support|bench)/';
const buildConfiguration = '^tooling/(webpack|rspack)-config\\.ts$';

/** Of tooling, `from` may import only itself and what lies below it. */
const toolingLayer = (name, from, allowed) =>
  rule(
    `tooling-${name}`,
    { path: from },
    { path: '^tooling/', pathNot: [from, ...allowed] },
    'In tooling: commands, packing, development, build configuration, lib. Each knows only what comes after it.',
  );

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }, 'No cycles anywhere.'),
    rule('no-unresolved', {}, { couldNotResolve: true }, 'Every import resolves.'),
    ...downwards('mf-admin', ['users', 'keys', 'audit', 'list', 'change']),
    ...downwards('mf-devices', ['device-details', 'last-command', 'devices', 'versions', 'lookup', 'device']),
    ...downwards('mf-reports', ['reports', 'audit', 'tables']),
    ...downwards('mf-commands', ['screens', 'notification', 'batches', 'batch', 'preflight', 'command']),
    layer('async', [], []),
    layer('i18n', [], []),
    layer('i18n-host', [], ['i18n', 'locales']),
    layer('contract', [], []),
    layer('crypto', []),
    layer('csv', ['contract']),
    layer('sheets', ['contract', 'csv']),
    layer('imei-file', ['contract', 'csv', 'console', 'ui']),
    layer('single-command', ['contract', 'api', 'console', 'ui']),
    layer('batch', ['contract', 'csv', 'api']),
    rule(
      'batch-without-client',
      { path: sharedLib('batch'), pathNot: tests },
      {
        path: sharedLib('api'),
        pathNot: sharedLib('api').replace(/\/$/, '/api-error\\.ts$'),
        dependencyTypesNot: ['type-only'],
      },
      'The batch engine is given its client: of the API it imports types and ApiError.',
    ),
    layer('batch-host', ['contract', 'csv', 'batch']),
    layer('api', ['contract', 'crypto']),
    layer('session', ['contract', 'api', 'crypto']),
    layer('remote', ['contract']),
    layer('trust', ['contract', 'remote']),
    layer('telemetry', ['contract']),
    layer('router', []),
    layer('clipboard', []),
    layer('ui', ['contract', 'sheets', 'clipboard']),
    layer('console', [
      'contract',
      'crypto',
      'api',
      'session',
      'router',
      'batch',
      'remote',
      'sheets',
      'clipboard',
      'ui',
    ]),
    layer('records', ['contract', 'router', 'console']),
    ...Object.entries(shellLayers).map(([from, allowed], row) => {
      const above = Object.keys(shellLayers).slice(0, row);
      if (allowed.some((folder) => !above.includes(folder)))
        throw new Error(`shell/${from} may import only folders above it.`);
      return shellLayer(from, allowed);
    }),
    rule(
      'shell-folder-without-layer',
      { path: '^shell/src/[^/]+/', pathNot: [tests, `^shell/src/(${Object.keys(shellLayers).join('|')})/`] },
      { path: '^shell/src/' },
      'A new folder of the shell gets a row in shellLayers.',
    ),
    rule(
      'contract-schema-library-only',
      { path: sharedLib('contract'), pathNot: tests },
      { dependencyTypes: ['npm'], pathNot: 'node_modules/valibot' },
      'The contract knows its schema library and nothing else.',
    ),
    rule(
      'headless',
      { path: '^shared-lib/src/(async|i18n|crypto|csv|sheets|batch|contract|api|telemetry)/', pathNot: tests },
      { path: 'node_modules/(react|react-dom|jotai|react-aria-components)/' },
      'Headless parts know no React.',
    ),
    rule(
      'ui-kit',
      { path: '^(shared-lib|shell|mf-)', pathNot: sharedLib('ui') },
      { path: 'node_modules/(react-aria|@react-aria|@tanstack)' },
      'Only shared-lib/ui imports the UI kit.',
    ),
    rule(
      'router-original',
      { path: '^(shared-lib|shell|mf-)', pathNot: sharedLib('router') },
      { path: 'node_modules/react-router' },
      'Only shared-lib/router imports the router.',
    ),
    rule(
      'packages-apart',
      { path: '^(shell|mf-[^/]+)/' },
      { path: '^(shell|mf-[^/]+|reference-api|e2e)/', pathNot: '^$1/' },
      'Host and remotes never import each other.',
    ),
    rule(
      'of-the-host-alone',
      { path: '^mf-[^/]+/', pathNot: tests },
      { path: '^shared-lib/src/((trust|batch-host|i18n-host|telemetry)/|(session|remote|console|ui)/host\\.ts$)' },
      'What only the host needs is not shared: a remote would bring a copy.',
    ),
    rule(
      'of-servers-alone',
      { path: '^(shell|mf-[^/]+)/', pathNot: tests },
      { path: '^shared-lib/src/contract/server\\.ts$' },
      'No page carries what servers alone go by.',
    ),
    rule(
      'shared-lib-by-subpath',
      { path: '^(shell|mf-[^/]+|reference-api|e2e)/' },
      {
        path: '^shared-lib/src/',
        pathNot: [
          '^shared-lib/src/[^/]+/index\\.ts$',
          '^shared-lib/src/ui/(chart|date-range|dialog|fields|hover|icons|menu|table|timeline|toast)/index\\.ts$',
          '^shared-lib/src/(contract/server|i18n-host/icu|(session|remote|console|ui)/host)\\.ts$',
          '^shared-lib/src/ui/global\\.css$',
        ],
      },
      'shared-lib only by its published subpaths.',
    ),
    rule(
      'server-side',
      { path: '^(reference-api|e2e)/' },
      { path: '^shared-lib/src/', pathNot: '^shared-lib/src/(contract|crypto|telemetry)/' },
      'The server and the browser tests use contract, crypto and telemetry only.',
    ),
    coreLayer('errors', []),
    coreLayer('mail', []),
    coreLayer('store', ['errors']),
    coreLayer('time', ['errors']),
    coreLayer('configuration', ['errors', 'gateway', 'mail', 'security', 'store']),
    coreLayer('security', ['errors', 'store', 'time']),
    coreLayer('gateway', ['store', 'time']),
    ...subjects.map((subject) =>
      coreLayer(subject, [...subjects, 'errors', 'gateway', 'mail', 'security', 'store', 'time']),
    ),
    coreLayer('http', [...subjects, 'errors', 'gateway', 'security', 'store', 'time']),
    coreLayer('cli', [...subjects, 'errors', 'security', 'store', 'time']),
    rule(
      'reference-api-core',
      { path: api('core'), pathNot: tests },
      { path: '^reference-api/src/', pathNot: api('core') },
      'The core knows neither a module nor app, which puts the modules together.',
    ),
    apiModule('approvals', ['people']),
    apiModule('audit-chain'),
    apiModule('backup'),
    apiModule('batch-runs'),
    apiModule('budgets', ['approvals', 'people']),
    apiModule('changes'),
    apiModule('containment', ['approvals', 'budgets', 'operations', 'people', 'second-factors', 'single-sign-on']),
    apiModule('demo'),
    apiModule('metrics', ['telemetry']),
    apiModule('operations', ['overview', 'telemetry']),
    apiModule('operator-audit'),
    apiModule('overview', ['batch-runs']),
    apiModule('people'),
    apiModule('provider-callbacks'),
    apiModule('retention'),
    apiModule('device-list', ['overview']),
    apiModule('second-factors', ['people']),
    apiModule('set-up'),
    apiModule('single-sign-on', ['second-factors']),
    apiModule('team-services'),
    apiModule('telemetry'),
    apiModule('upload-quotas'),
    rule(
      'shared-lib-imports-no-package',
      { path: '^shared-lib/' },
      { path: '^(shell|mf-[^/]+|reference-api|e2e)/' },
      'shared-lib knows none of its users.',
    ),
    toolingLayer('lib', '^tooling/lib/', ['^tooling/jest/test-order']),
    toolingLayer('build-configuration', buildConfiguration, ['^tooling/lib/']),
    toolingLayer('development', '^tooling/development/', [buildConfiguration, '^tooling/lib/']),
    toolingLayer('packing', '^tooling/packing/', ['^tooling/development/', buildConfiguration, '^tooling/lib/']),
    rule(
      'tooling-commands',
      { path: '^tooling/', pathNot: toolingTests },
      { path: '^tooling/[^/]+\\.(ts|mjs)$', pathNot: buildConfiguration },
      'A command is started, never imported.',
    ),
    rule(
      'tooling-tests',
      { path: '^tooling/', pathNot: toolingTests },
      { path: toolingTests },
      'What only tests use is imported by tests alone.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache|\\.data|bench)/|^tooling/.*\\.js$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
