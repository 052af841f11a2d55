// Who may import whom. Checked by `npm test`; docs/architecture.md tells why.
const sharedLib = (subpath) => `^shared-lib/src/${subpath}/`;
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
// Tests, and the files that only tests use.
const tests = '(\\.test\\.tsx?$|/test-[a-z]+\\.tsx?$|/testing/)';

/** shared-lib/<from> may import, of this repository, only shared-lib/<allowed>. */
const layer = (from, allowed) =>
  rule(
    `shared-lib-${from}`,
    { path: sharedLib(from), pathNot: tests },
    { path: '^(shared-lib|shell|mf-[^/]+|reference-api|e2e|tooling)/', pathNot: [from, ...allowed].map(sharedLib) },
    `shared-lib/${from} may import ${allowed.join(', ') || 'nothing else of ours'}`,
  );

const toolingTests = '^tooling/(test|test-support|bench)/';
const buildConfiguration = '^tooling/(webpack|rspack)-config\\.mjs$';

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
    layer('contract', []),
    layer('crypto', []),
    layer('csv', ['contract']),
    layer('sheets', ['contract', 'csv']),
    layer('imei-file', ['contract', 'csv', 'console', 'ui']),
    layer('batch', ['contract', 'csv']),
    layer('batch-host', ['contract', 'csv', 'batch']),
    layer('api', ['contract', 'crypto']),
    layer('session', ['contract', 'api', 'crypto']),
    layer('remote', ['contract']),
    layer('trust', ['contract', 'remote']),
    layer('telemetry', ['contract']),
    layer('router', []),
    layer('ui', ['contract', 'sheets']),
    layer('console', ['contract', 'api', 'session', 'router', 'batch', 'remote', 'sheets']),
    rule(
      'contract-schema-library-only',
      { path: sharedLib('contract'), pathNot: tests },
      { dependencyTypes: ['npm'], pathNot: 'node_modules/valibot' },
      'The contract knows its schema library and nothing else.',
    ),
    rule(
      'headless',
      { path: '^shared-lib/src/(crypto|csv|sheets|batch|contract|api|telemetry)/', pathNot: tests },
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
      { path: '^shared-lib/src/(trust|batch-host|telemetry)/' },
      'What only the host needs is not shared: a remote would bring a copy.',
    ),
    rule(
      'shared-lib-by-subpath',
      { path: '^(shell|mf-[^/]+|reference-api|e2e)/' },
      {
        path: '^shared-lib/src/',
        pathNot: [
          '^shared-lib/src/[^/]+/index\\.ts$',
          '^shared-lib/src/ui/(dialog|hover|menu|table|timeline)/index\\.ts$',
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
    rule(
      'shared-lib-imports-no-package',
      { path: '^shared-lib/' },
      { path: '^(shell|mf-[^/]+|reference-api|e2e)/' },
      'shared-lib knows none of its users.',
    ),
    toolingLayer('lib', '^tooling/lib/', []),
    toolingLayer('build-configuration', buildConfiguration, ['^tooling/lib/']),
    toolingLayer('development', '^tooling/development/', [buildConfiguration, '^tooling/lib/']),
    toolingLayer('packing', '^tooling/packing/', ['^tooling/development/', buildConfiguration, '^tooling/lib/']),
    rule(
      'tooling-commands',
      { path: '^tooling/', pathNot: toolingTests },
      { path: '^tooling/[^/]+\\.mjs$', pathNot: buildConfiguration },
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
    exclude: { path: '(^|/)(dist|\\.cache|\\.data|bench)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
