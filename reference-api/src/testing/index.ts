/** What most tests of the API use. Tests of a unit take its file alone, which is quicker to load. */
export { failure, success } from './answers.ts';
export { databases, environmentOf, newPostgresDatabase } from './databases.ts';
export { endsOf, fresh, shared } from './fixtures.ts';
export { createGate } from './gate.ts';
export { rawHead, rawRequest } from './raw-request.ts';
export { pageOf, pagesOf } from './read-pages.ts';
export { audited, rowsOf } from './rows.ts';
export { SHARED_KEY } from './least-settings.ts';
export { startTestApi, type Session, type TestApi } from './test-api.ts';
export { claim, factsOf, itemAt, registerBatch, sendChunk, sendSingle, type TestBatch } from './test-batch.ts';
export { TestClock } from './test-clock.ts';
export type { PersonName } from './test-data.ts';
export { DE_ENROLLED, ENROLLED, PASSWORD, people, plainPasswords, RELEASED, UNKNOWN } from './test-data.ts';
export { newMember, newSession, type Member } from './test-member.ts';
export { newFolder, testRun } from './test-run.ts';
export { waitUntil } from './wait-until.ts';
