export { memoryStore } from '../batch/testing/simulated-store.ts';
export { TestClock } from '../batch/testing/test-clock.ts';
export { recordDownloads, type RecordedDownload } from './downloads.ts';
export { expectValidRemote } from './expect-valid-remote.ts';
export { expectConsole, failOnConsole } from './fail-on-console.ts';
export { createFakeApi, FAKE_SHARED_KEY } from './fake-api.ts';
export type {
  FakeApi,
  FakeApiOptions,
  FakeContext,
  FakeCopyBody,
  FakeFile,
  FakeHandlers,
  FakeRequest,
  FakeService,
  FakeSession,
} from './fake-api-types.ts';
export { held, type Held } from './held.ts';
export { keysEvery } from './keys-every.ts';
export { memoryStorage, type MemoryStorage } from './memory-storage.ts';
export { fakeService } from './fake-service.ts';
export { FakeFailure, FakeNetworkFailure, FakeReply, type FakeFailureFields } from './fake-failure.ts';
export { offeredActions } from './offered-actions.ts';
export { headOf, rowsOf } from './tables.ts';
export {
  renderConsole,
  renderScreen,
  type RenderConsoleOptions,
  type RenderedConsole,
  type RenderScreenOptions,
} from './render-screen.tsx';
