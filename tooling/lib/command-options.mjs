// Every option of the commands; commands.mjs says which command has which.

/**
 * The value of an option (null if it takes none) and its meaning.
 * @typedef {[value: string | null, meaning: string]} Option
 *
 * @typedef {keyof typeof options} OptionName
 * @typedef {{ [Name in OptionName]: (typeof options)[Name][0] extends null ? Name : never }[OptionName]} Switch
 * @typedef {Exclude<OptionName, Switch>} TextOption
 */

/** @satisfies {Record<string, Option>} */
export const options = {
  against: ['<URL>', 'develop under this deployed console, for one superadmin, instead of under one with demo data'],
  api: ['<URL>', 'the API behind /api/ (host)'],
  'behind-proxy': [null, 'believe the X-Forwarded-For of the proxy in front (host)'],
  console: [
    '<URL>',
    'the deployed console that contract, names, keys and signatures are checked against; without --to the one on ' +
      'this machine',
  ],
  development: ['<origin>', 'one more origin that the page may connect to (host)'],
  dist: ['<folder>', 'a build that is there already, instead of building anew'],
  e2e: [null, 'with a browser test, which npm run e2e runs in a console of its own'],
  'even-if-refused': [null, 'publish although the console would refuse it, for a console that is upgraded next'],
  failures: ['<number>', 'withdraw what failed at least so often (5), …'],
  host: ['<address>', 'the address to listen at (127.0.0.1)'],
  hours: ['<number>', 'within so many hours (2)'],
  keep: ['<versions>', 'how many versions stay in a store that is a folder (5)'],
  key: ['<pem>', "the team's private key (DATA_DIR/keys/<remote>.pem)"],
  language: ['<code>', 'the language that is shown, such as hi (en)'],
  languages: ['<codes>', 'begin a catalogue for each of these languages, such as hi,te'],
  name: ['<name>', 'a second key of that name, for the change from one to the next'],
  'new-registry': [null, 'begin a registry in a store that has none, although other remotes are known'],
  only: ['<package>', 'pack this one alone: shared-lib, tooling or dev-host; may be said again'],
  operators: ['<number>', '… for at least so many operators (2), …'],
  origin: ['<address>', 'under which address browsers reach the store; asked for where --to is a folder'],
  panel: [null, 'with a panel of its own on the page of a device'],
  permission: ['<name>', 'the permission that opens its screen (Device Details), such as "Warranty"'],
  port: ['<number>', 'the port to listen at'],
  promote: [null, 'make the canary live for everybody'],
  record: [null, 'write since.json: which names this version of shared-lib brings or changes'],
  replace: [null, 'publish a version again with another content'],
  roles: ['<roles>', 'give the canary to every operator of these roles, such as ADMIN,USER'],
  root: ['<folder>', 'what is served'],
  seed: ['<number>', 'run the tests in the order of the run that named this number'],
  share: ['<number>', 'give the canary to this part of the operators, from 0 to 1'],
  stop: [null, 'take the canary back'],
  store: ['<folder>', 'where registry.json and the histories are, if not beside config.json (host)'],
  team: ['<name>', "whose token it is; the remotes' names when left out"],
  to: [
    '<folder or URL>',
    'the store, where it is not that of the console on this machine; one behind HTTP asks for the token in ' +
      'STORE_TOKEN, or in a file that STORE_TOKEN_FILE names',
  ],
  'to-sequence': ['<number>', 'go back to what was published under this number'],
  'to-version': ['<version>', 'go back to this version'],
  tokens: ['<file>', 'who may write what; without it nobody may (store)'],
  'valid-for': ['<days>', 'for how many days the publication counts (365)'],
  'without-reading-back': [null, 'announce an address that this computer cannot reach'],
  withdraws: [null, 'a key that may withdraw canaries and nothing else'],
  web: ['<folder>', 'where config.json is, and registry.json unless --store says otherwise (host)'],
};
