export { ApiError, NO_SESSION_TEXT, type ApiErrorFields, type ApiFailureKind, type ApiOutcome } from './api-error.ts';
export { createApiClient } from './client.ts';
export { readServerTime } from './server-time.ts';
export type {
  ApiClient,
  ApiClientOptions,
  ApiResponse,
  CallOptions,
  CopyCall,
  Exchange,
  PreparedCall,
} from './client-types.ts';
