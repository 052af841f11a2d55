// One flood in a thread of its own, so that its work is not that of who measures beside it.
import { parentPort, workerData } from 'node:worker_threads';
import { floods } from './floods.mjs';

const { name, address, targets } = workerData;
const flood = floods[name](address, targets);
parentPort.once('message', async () => parentPort.postMessage(await flood.end()));
