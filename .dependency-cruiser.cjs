// Who may import whom. Checked by `npm test`; docs/architecture.md tells why.
const sharedLib = (subpath) => `^shared-lib/src/${subpath}/`;
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
// Tests, and the files that only tests use.
const testFiles = '\\.test(-d)?\\.tsx?$';
const tests = '(\\.test(-d)?\\.tsx?$|/test-[a-z-]+\\.tsx?$|/testing/)';

/**
 * Each folder of `base` may import, of what is `among` ours, only itself, the folders in its row of `table`, and what
 * is `besides`.
 */
const layers = (base, table, { among = `^${base}/`, besides = [] } = {}) =>
  Object.entries(table).map(([from, allowed]) =>
    rule(
      `${base}/${from}`,
      { path: `^${base}/${from}/`, pathNot: tests },
      { path: among, pathNot: [...besides, ...[from, ...allowed].map((folder) => `^${base}/${folder}/`)] },
      `${base}/${from} may import ${allowed.join(', ') || 'nothing else'} of ${base}`,
    ),
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

const ours = '^(shared-lib|shell|mf-[^/]+|reference-api|e2e|tooling)/';

/** The subpaths of shared-lib that import no helpers of it. */
const lowest = { async: [], i18n: [], 'i18n-host': ['i18n', 'locales'], contract: [] };
const subpaths = {
  crypto: [],
  csv: ['contract'],
  sheets: ['contract', 'csv'],
  'imei-file': ['contract', 'csv', 'console', 'ui'],
  'single-command': ['contract', 'router', 'api', 'console', 'data', 'records', 'ui'],
  batch: ['contract', 'csv', 'api', 'data'],
  'batch-host': ['contract', 'csv', 'batch'],
  api: ['contract', 'crypto'],
  session: ['contract', 'api', 'crypto'],
  remote: ['contract'],
  trust: ['contract', 'remote'],
  telemetry: ['contract'],
  router: [],
  clipboard: [],
  ui: ['contract', 'sheets', 'clipboard'],
  data: ['contract', 'crypto', 'api', 'session'],
  console: ['contract', 'crypto', 'api', 'session', 'router', 'batch', 'remote', 'sheets', 'clipboard', 'ui', 'data'],
  records: ['contract', 'router', 'console', 'data'],
  host: [
    ...['contract', 'crypto', 'csv', 'sheets', 'imei-file', 'single-command', 'batch', 'api', 'session', 'remote'],
    ...['router', 'ui', 'console', 'records', 'i18n-host'],
  ],
};

/** What the core's calls do, by subject; `calls` holds what all of them are made with. */
const subjects = ['accounts', 'audit', 'batches', 'calls', 'commands', 'devices', 'keys', 'reports'];
const core = {
  errors: [],
  mail: [],
  store: ['errors', 'time'],
  time: ['errors'],
  configuration: ['errors', 'gateway', 'mail', 'security', 'store'],
  security: ['errors', 'store', 'time'],
  gateway: ['store', 'time'],
  ...Object.fromEntries(
    subjects.map((subject) => [
      subject,
      // A batch is made of commands; a command knows no batch.
      [
        ...subjects.filter((other) => subject !== 'commands' || other !== 'batches'),
        ...['errors', 'gateway', 'mail', 'security', 'store', 'time'],
      ],
    ]),
  ),
  http: [...subjects, 'errors', 'gateway', 'security', 'store', 'time'],
  cli: [...subjects, 'errors', 'security', 'store', 'time'],
};

/** What each folder of the shell may import of the others. A folder imports only folders listed above it. */
const shellLayers = {
  boot: [],
  common: [],
  password: ['common'],
  releases: ['common'],
  navigation: ['releases'],
  batches: ['common', 'releases'],
  session: ['batches'],
  identity: ['common', 'navigation'],
  login: ['common', 'batches', 'session', 'identity'],
  previews: ['common', 'releases'],
  remotes: ['common', 'releases', 'navigation', 'previews'],
  telemetry: ['common', 'releases', 'remotes'],
  platform: ['common', 'releases', 'navigation', 'previews', 'remotes'],
  search: ['common', 'releases', 'navigation', 'batches'],
  dashboard: ['common', 'releases', 'navigation', 'batches', 'remotes', 'search'],
  account: ['common', 'navigation', 'identity'],
  language: ['common'],
  frame: ['common', 'language', 'releases', 'navigation', 'batches', 'previews', 'remotes', 'search'],
  routes: [
    ...['common', 'releases', 'navigation', 'batches', 'session', 'previews', 'remotes'],
    ...['account', 'dashboard', 'identity', 'password', 'login', 'search', 'frame', 'platform'],
  ],
  runtime: [
    ...['boot', 'common', 'releases', 'navigation', 'batches', 'session', 'previews', 'remotes'],
    ...['telemetry', 'dashboard', 'identity', 'frame', 'platform', 'routes'],
  ],
};

const shellFolders = Object.keys(shellLayers);
for (const [row, from] of shellFolders.entries())
  if (shellLayers[from].some((folder) => shellFolders.indexOf(folder) >= row))
    throw new Error(`shell/${from} may import only folders above it.`);

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
    ...layers('shared-lib/src', lowest, { among: ours }),
    ...layers('shared-lib/src', subpaths, { among: ours, besides: ['async', 'i18n'].map(sharedLib) }),
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
    ...layers('shell/src', shellLayers, { besides: ['^shell/src/t\\.ts$'] }),
    rule(
      'shell-folder-without-layer',
      { path: '^shell/src/[^/]+/', pathNot: [tests, `^shell/src/(${shellFolders.join('|')})/`] },
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
      { path: 'node_modules/(react-aria|@react-aria)' },
      'Only shared-lib/ui imports the UI kit.',
    ),
    rule(
      'data-without-page',
      { path: sharedLib('data'), pathNot: [tests, sharedLib('data/react')] },
      { path: [sharedLib('data/react'), 'node_modules/(react|react-dom|jotai|react-aria-components)/'] },
      'What reads without a page, such as the batch engine, knows no React.',
    ),
    rule(
      'query-cache',
      { path: '^(shared-lib|shell|mf-)', pathNot: sharedLib('data/react') },
      { path: 'node_modules/@tanstack' },
      'Only shared-lib/data/react imports the cache of answers.',
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
    ...layers('reference-api/src/core', core, { among: '^reference-api/src/' }),
    rule(
      'reference-api-core',
      { path: '^reference-api/src/core/', pathNot: tests },
      { path: '^reference-api/src/', pathNot: '^reference-api/src/core/' },
      'The core knows neither a module nor app, which puts the modules together.',
    ),
    rule(
      'reference-api-modules',
      { path: '^reference-api/src/modules/([^/]+)/', pathNot: tests },
      { path: '^reference-api/src/(app|modules)/', pathNot: '^reference-api/src/modules/$1/' },
      'A module of the API imports the core alone.',
    ),
    rule(
      'reference-api-modules-in-one-list',
      {
        path: '^reference-api/src/',
        pathNot: ['^reference-api/src/modules/', '^reference-api/src/app/modules\\.ts$', testFiles],
      },
      { path: '^reference-api/src/modules/' },
      'Only the list in app/modules.ts names modules of the API; a test may too, and goes with the module.',
    ),
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
