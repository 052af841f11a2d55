import { limits } from '@device-console/shared-lib/contract';

// Reading a million rows takes seconds; a thousand look the same. Import this before everything else: other modules
// read the limit when they are loaded.
Object.assign(limits, { batchRows: 1_000 });
