// What the benches need of the API, its tests and the contract: build.mjs bundles it beside the server.
export { WATCHED_DEVICES } from '@device-console/shared-lib/contract';
export { insertAccount } from '../../src/core/store/accounts.ts';
export { openStore } from '../../src/core/store/store.ts';
export { fillDevices } from '../../src/testing/report-rows.ts';
export { startThrowawayPostgres } from '../../src/testing/throwaway-postgres.ts';
export { postToChild } from '../../src/testing/child-client.ts';
export { endChild, startProgram } from '../../src/testing/child-server.ts';
