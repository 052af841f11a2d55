// What the benches need of the API, its tests and the contract: build.mjs bundles it beside the server.
export { calls, WATCHED_DEVICES } from '@device-console/shared-lib/contract';
export { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
export { insertAccount } from '../../src/core/store/accounts.ts';
export { fillDevices } from '../../src/testing/report-rows.ts';
export { startThrowawayPostgres } from '../../src/testing/throwaway-postgres.ts';
export { clientOf } from '../../src/testing/child-client.ts';
export { endChild, startProgram } from '../../src/testing/child-server.ts';
export { openStore } from '../../src/app/open-store.ts';
