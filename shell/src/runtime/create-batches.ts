import type { ApiClient } from '@device-console/shared-lib/api';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
export async function createBatches(_api: ApiClient, _config: ConsoleConfig): Promise<never> { throw new Error('x'); }
