// Every command of these tools: what it does, its arguments and its options. The help texts and the check of arguments
// come from these tables.

/**
 * The value of an option (null if it takes none), its meaning and, for a number, its range. Numbers are whole, except
 * those up to 1.
 * @typedef {[value: string | null, meaning: string, range?: [least: number, most: number]]} Option
 *
 * @typedef {keyof typeof options} OptionName
 * @typedef {{ [Name in OptionName]: (typeof options)[Name][0] extends null ? Name : never }[OptionName]} Switch
 * @typedef {{ [Name in OptionName]: (typeof options)[Name][2] extends number[] ? Name : never }[OptionName]} Numeric
 * @typedef {Exclude<OptionName, Switch | Numeric>} TextOption
 */

/** @satisfies {Record<string, Option>} */
const options = {
  accounts: ['<e-mails>', 'let these accounts try it, such as tester@example.com,other@example.com'],
  'acme-server': ['<URL>', "an ACME directory of your own, in the place of Let's Encrypt"],
  api: ['<URL>', 'the API behind /api/ (host)'],
  'behind-proxy': [null, 'believe the X-Forwarded-For of the proxy in front (host)'],
  certificate: [
    '<acme|folder>',
    'acme asks for one by certbot; a folder holds fullchain.pem and privkey.pem for both names',
  ],
  check: [null, 'name what is missing on this computer and change nothing'],
  console: [
    '<URL>',
    'the deployed console that contract, names, keys and signatures are checked against; without --to the one on ' +
      'this machine',
  ],
  days: ['<number>', 'for how many days it can be tried (3)', [1, 14]],
  development: ['<origin>', 'a dev server that the page may load from (host)'],
  dist: ['<folder>', 'a build that is there already, instead of building anew'],
  e2e: [null, 'with a browser test, which npm run e2e runs in a console of its own'],
  'even-if-refused': [null, 'publish although the console would refuse it, for a console that is upgraded next'],
  failures: ['<number>', 'withdraw what failed at least so often (5), …', [1, 1e9]],
  gateway: ['<URL|simulator>', "the provider's address; simulator sends nothing to any phone"],
  host: ['<address>', 'the address to listen at (127.0.0.1)'],
  hours: ['<number>', 'within so many hours (2)', [1, 744]],
  keep: ['<versions>', 'how many versions stay in a store that is a folder (5)', [1, 1e9]],
  key: ['<pem>', "the team's private key (DATA_DIR/keys/<remote>.pem)"],
  language: ['<code>', 'the language that is shown, such as hi (en)'],
  languages: ['<codes>', 'begin a catalogue for each of these languages, such as hi,te'],
  link: [null, 'print a link; whoever opens it and has an account may try it'],
  name: ['<name>', 'a second key of that name, for the change from one to the next'],
  'new-registry': [null, 'begin a registry in a store that has none'],
  only: ['<package>', 'pack this one alone: shared-lib, tooling or dev-host; may be said again'],
  operators: ['<number>', '… for at least so many operators (2), …', [1, 1e9]],
  origin: ['<address>', 'under which address browsers reach the store; asked for where --to is a folder'],
  panel: [null, 'with a panel of its own on the page of a device'],
  permission: ['<name>', 'the permission that opens its screen (Device Details), such as "Warranty"'],
  phone: ['<number>', 'the telephone of the first superadmin, ten digits'],
  port: ['<number>', 'the port to listen at', [0, 65_535]],
  promote: [null, 'make the canary live for everybody'],
  record: [null, 'write since.json: which names this version of shared-lib brings or changes'],
  releases: ['<folder>', 'the releases that are kept: open pages get the files of the one before (host)'],
  remotes: ['<name>', 'the name of the store of remotes, which nothing else has, such as remotes.example.com'],
  replace: [null, 'publish a version again with another content'],
  roles: ['<roles>', 'give the canary to every operator of these roles, such as ADMIN,USER'],
  root: ['<folder>', 'what is served'],
  seed: ['<number>', 'run the tests in the order of the run that named this number'],
  share: ['<number>', 'give the canary to this part of the operators, from 0 to 1', [0, 1]],
  stop: [null, 'take the canary back'],
  store: ['<folder>', 'where registry.json and the histories are, if not beside config.json (host)'],
  superadmin: ['<e-mail>', 'the first account; its domain is that of all accounts until you add others'],
  to: [
    '<folder or URL>',
    'the store, where it is not that of the console on this machine; one behind HTTP asks for the token in ' +
      'STORE_TOKEN, or in a file that STORE_TOKEN_FILE names',
  ],
  'to-version': ['<version>', 'go back to this version'],
  tokens: ['<file>', 'who may write what; without it nobody may (store)'],
  'valid-for': ['<days>', 'for how many days the publication counts (365)', [1, 1_095]],
  'without-reading-back': [null, 'announce an address that this computer cannot reach'],
  withdraws: [null, 'a key that may withdraw canaries and nothing else'],
  web: ['<folder>', 'where config.json is, and registry.json unless --store says otherwise (host)'],
  who: ['<e-mails>', 'tell which of these accounts would get it, and publish nothing'],
  yes: [null, 'ask nobody whether to go on'],
};

/**
 * @typedef {[name: string, meaning: string]} Argument
 *
 * A command. `outside` is its name on the command line if teams outside the repository have it too; other commands are
 * named after their file. `own` are options with another meaning here. `isLight`: needs only the packages that build
 * and run a console, half of all.
 * @typedef {{
 * what: string,
 * outside?: string,
 * isLight?: true,
 * args?: Argument[],
 * options?: OptionName[],
 * own?: Partial<Record<OptionName, Option>>,
 * }} Command
 *
 * @typedef {keyof typeof commandTable} CommandName
 */

/** @type {Argument} */
const remote = [
  '[<remote>]',
  'folder of the remote, such as mf-reports; left out, the one that the command is called in',
];

/** @type {OptionName[]} */
const inStore = ['to', 'origin', 'console'];
/** @type {OptionName[]} */
const publishing = [...inStore, 'key', 'keep', 'valid-for', 'even-if-refused', 'new-registry', 'without-reading-back'];

/** @satisfies {Record<string, Command>} */
const commandTable = {
  'create-remote': {
    outside: 'create-remote',
    what: 'makes a new remote with one working screen',
    args: [['<remote>', 'its name, such as mf-warranty']],
    options: ['panel', 'permission', 'languages', 'e2e'],
  },
  upgrade: {
    outside: 'upgrade',
    what: 'installs the newest packages that lie in a workspace',
    args: [['[<version>]', 'of shared-lib, in the place of the newest']],
  },
  dev: {
    isLight: true,
    outside: 'dev',
    what: 'starts a console with demo data, and one remote in it that shows each edit at once',
    args: [['<remote>', 'the one to develop']],
  },
  start: { isLight: true, outside: 'start', what: 'starts a console with demo data and every remote as it is built' },
  build: { isLight: true, outside: 'build', what: 'builds the package of this folder' },
  keys: {
    isLight: true,
    outside: 'keys',
    what: 'makes the key that signs what a team publishes',
    args: [['<remote>', 'whose key it is, such as mf-reports']],
    options: ['to', 'name', 'withdraws'],
    own: { to: ['<folder>', 'where the private key is written (DATA_DIR/keys)'] },
  },
  check: {
    outside: 'check',
    what: 'tells whether a build of this remote holds what every console refuses',
    args: [remote],
    options: ['dist'],
  },
  'contract-check': {
    outside: 'contract-check',
    what: 'tells whether a deployed console would load this build',
    args: [remote],
    options: ['console', 'dist'],
  },
  'publish-remote': {
    outside: 'publish',
    what: 'makes a build live',
    args: [remote],
    options: [...publishing, 'dist', 'replace'],
  },
  'publish-own': {
    isLight: true,
    what: 'makes the remotes of this release live, with keys that it makes and lists in config.json',
    options: ['web', 'to', 'origin', 'key'],
    own: {
      web: ['<folder>', 'where config.json is'],
      to: ['<folder>', 'the store'],
      key: ['<folder>', 'where the private keys of these remotes are kept'],
    },
  },
  'first-run': { isLight: true, what: 'makes what a console needs before its first start, by environment variables' },
  'install-host': {
    isLight: true,
    what: 'puts this release on a bare computer with Debian or Ubuntu, or brings a console there up to it',
    options: ['console', 'remotes', 'certificate', 'acme-server', 'superadmin', 'phone', 'gateway', 'check', 'yes'],
    own: { console: ['<name>', 'the name of the console, such as console.example.com'] },
  },
  'switch-host': {
    isLight: true,
    what: 'makes this release the one that runs on this computer; open pages and batches go on',
  },
  'rollback-host': { isLight: true, what: 'makes the release that ran before the one that runs on this computer' },
  adopt: {
    outside: 'adopt',
    what: 'makes a finished build of plain @module-federation/enhanced one that can be published',
    args: [
      ['<folder>', 'the build, such as mf-warranty/dist; device-console.json beside it says what its screens are'],
    ],
  },
  rollback: {
    isLight: true,
    outside: 'rollback',
    what: 'makes an earlier build live again, by default the one before; once more goes further back',
    args: [remote],
    options: [...publishing, 'to-version'],
  },
  canary: {
    outside: 'canary',
    what: 'gives a build to some operators first',
    args: [remote],
    options: [...publishing, 'share', 'roles', 'who', 'promote', 'stop', 'dist', 'replace'],
  },
  preview: {
    outside: 'preview',
    what: 'lets some people try a build until a date, while the others keep what is live',
    args: [remote],
    options: [...publishing, 'accounts', 'link', 'days', 'stop', 'dist', 'replace'],
    own: { stop: [null, 'end the preview'] },
  },
  renew: {
    isLight: true,
    outside: 'renew',
    what: 'publishes what is live again with a later date',
    args: [remote],
    options: publishing,
  },
  stack: {
    isLight: true,
    outside: 'stack',
    what: 'prints a reported stack, which it reads from its input, with the places in the sources',
    args: [['<remote>', 'whose stack it is, or shell']],
    options: ['to'],
  },
  'watch-canaries': {
    isLight: true,
    outside: 'watch-canaries',
    what:
      'withdraws the canaries whose failures pass their budget; FIGURES_KEY, or a file that ' +
      'FIGURES_KEY_FILE names, is the API key that reads the figures',
    options: ['console', 'key', 'to', 'failures', 'operators', 'share', 'hours'],
    own: {
      console: ['<URL>', 'the deployed console whose canaries are watched'],
      key: ['<pem>', 'the key that withdraws'],
      share: ['<number>', '… and more often than this share of its loads, from 0 to 1 (0.05)', [0, 1]],
    },
  },
  status: {
    isLight: true,
    outside: 'status',
    what: 'tells what is live, since when, signed by whom, and whether it is as it should be',
    options: inStore,
  },
  'store-token': {
    isLight: true,
    what: 'makes the token by which a team writes to a store behind HTTP',
    args: [['[<remote> …]', 'the remotes that may be written with it']],
    options: ['to', 'withdraws'],
    own: {
      to: ['<file>', "the store's list of tokens, which it is added to; left out, it is printed"],
      withdraws: [null, 'a token that may withdraw canaries and write nothing else; it names no remote'],
    },
  },
  serve: {
    isLight: true,
    what: 'serves one folder over HTTP',
    args: [['host|store', 'the page with its configuration, or a store that teams publish to']],
    options: ['root', 'port', 'host', 'web', 'store', 'releases', 'api', 'behind-proxy', 'development', 'tokens'],
  },
  test: {
    what: 'runs the gate',
    args: [
      [
        '[quick|full|<stage> …]',
        'what one runs before a commit; all with the long runs; or these stages, such as lint',
      ],
    ],
    options: ['seed'],
  },
  bench: {
    what: 'measures, as ratios within one run',
    args: [['[name]', 'of one bench, such as batch; all of them unless given']],
  },
  sbom: { what: 'writes the bill of materials of each deployable, as CycloneDX, beside its build' },
  screenshots: { what: 'takes a picture of every screen into .cache/pictures', options: ['language'] },
  'public-types': {
    what: 'reports how the public types of shared-lib differ from those of the last release',
    options: ['record'],
  },
  mutants: {
    what: 'breaks the sources of a folder one place at a time, and names what no test of the folder notices',
    args: [
      ['<folder>', 'such as shared-lib/src/trust'],
      ['[tests]', 'the folder of the tests, if it is another one of the same package: shell/src/remotes'],
    ],
  },
  translations: { what: 'brings the catalogues of texts in line with the sources' },
  'pack-dev-host': {
    isLight: true,
    what: 'packs shared-lib, the tools and a console for teams outside this repository',
    options: ['to', 'only'],
    own: { to: ['<folder>', 'where the packages are written'] },
  },
  'pack-release': {
    isLight: true,
    what: 'packs a console that runs without a build: host, API, tools, remotes and their packages',
    options: ['to', 'key'],
    own: {
      to: ['<folder>', 'where the archive is written'],
      key: ['<pem>', 'a private key, which signs the checksums; without it they are not signed'],
    },
  },
  prepare: { isLight: true, what: 'builds and lays out a console, and prints its processes as JSON' },
  'list-declarations': { isLight: true, what: 'prints what every remote declares as JSON' },
};

/**
 * Every command by the name of its file.
 * @type {Readonly<Record<CommandName, Command>>}
 */
export const commands = commandTable;

/** @type {(script: CommandName) => Record<string, Option>} */
export function optionsOf(script) {
  const { options: names = [], own = {} } = commands[script];
  return Object.fromEntries(names.map((name) => [name, own[name] ?? options[name]]));
}
