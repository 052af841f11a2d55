// The tools that a team outside the repository has, by what they are called on its command line.
export const commands = {
  'create-remote': { script: 'create-remote', what: 'a new remote with one working screen' },
  dev: { script: 'dev', what: 'a console with demo data, and one remote in it that shows each edit at once' },
  start: { script: 'start', what: 'a console with demo data and every remote as it is built' },
  build: { script: 'build', what: 'builds the remote of this folder' },
  keys: { script: 'keys', what: 'makes the key that signs what a team publishes' },
  'contract-check': { script: 'contract-check', what: 'would a deployed console load this build' },
  publish: { script: 'publish-remote', what: 'makes a build live' },
  rollback: { script: 'rollback', what: 'makes an earlier build live again' },
  canary: { script: 'canary', what: 'gives a build to some operators first' },
  status: { script: 'status', what: 'what is live, since when, signed by whom' },
};
