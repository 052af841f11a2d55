// What browsers have and jsdom lacks, taken from Node.
const util = require('node:util');
const { webcrypto } = require('node:crypto');
const streams = require('node:stream/web');
const { structuredClone: clone, fetch, Request, Response, Headers } = globalThis;

const missing = {
  TextEncoder: util.TextEncoder,
  TextDecoder: util.TextDecoder,
  ReadableStream: streams.ReadableStream,
  TransformStream: streams.TransformStream,
  structuredClone: clone,
  fetch,
  Request,
  Response,
  Headers,
};
for (const [name, value] of Object.entries(missing)) {
  if (globalThis[name] === undefined && value !== undefined) globalThis[name] = value;
}
if (!globalThis.crypto?.subtle) Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
