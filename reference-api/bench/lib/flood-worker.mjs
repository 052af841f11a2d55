// One flood in its own thread, so that it does not slow down the measurement beside it.
import { parentPort, workerData } from 'node:worker_threads';
import { floods } from './floods.mjs';

const { name, address, targets } = workerData;
const flood = floods[name](address, targets);
parentPort.once('message', async () => parentPort.postMessage(await flood.end()));
