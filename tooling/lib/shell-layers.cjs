/** What each folder of the shell may import of the others. A folder imports only folders that stand above it. */
module.exports = {
  boot: [],
  common: [],
  password: ['common'],
  releases: ['common'],
  navigation: ['releases'],
  batches: ['common', 'releases'],
  dashboard: ['common', 'releases', 'navigation', 'batches'],
  session: ['batches'],
  login: ['common', 'batches', 'session'],
  override: ['common', 'releases'],
  remotes: ['common', 'releases', 'navigation', 'override'],
  telemetry: ['common', 'releases', 'remotes'],
  gallery: ['common', 'navigation'],
  platform: ['common', 'releases', 'navigation', 'override', 'remotes'],
  search: ['common', 'releases', 'navigation', 'batches'],
  account: ['common', 'navigation'],
  language: ['common'],
  frame: ['common', 'language', 'releases', 'navigation', 'batches', 'override', 'remotes', 'search'],
  routes: [
    ...['common', 'releases', 'navigation', 'batches', 'session', 'override', 'remotes'],
    ...['account', 'dashboard', 'password', 'login', 'search', 'frame', 'gallery', 'platform'],
  ],
  runtime: [
    ...['boot', 'common', 'releases', 'navigation', 'batches', 'session', 'override', 'remotes'],
    ...['telemetry', 'dashboard', 'frame', 'gallery', 'platform', 'routes'],
  ],
};
