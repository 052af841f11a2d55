export { ApiError, NO_SESSION_TEXT, type ApiErrorFields, type ApiFailureKind, type ApiOutcome } from './api-error.ts';
export { createApiClient } from './client.ts';
export { readServerTime } from './server-time.ts';
export type { ApiCalls, CopyCall, RepeatableCallOptions } from './api-calls.ts';
export type { ApiClient, ApiClientOptions, ApiResponse, CallOptions, Exchange } from './client-types.ts';
