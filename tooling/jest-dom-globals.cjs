// Globals that browsers have and jsdom lacks, taken from the Node that runs jest.
const util = require('node:util');
const { webcrypto } = require('node:crypto');
const streams = require('node:stream/web');
const v8 = require('node:v8');
const { BroadcastChannel } = require('node:worker_threads');

const missing = {
  TextEncoder: util.TextEncoder,
  TextDecoder: util.TextDecoder,
  ReadableStream: streams.ReadableStream,
  TransformStream: streams.TransformStream,
  WritableStream: streams.WritableStream,
  CompressionStream: streams.CompressionStream,
  DecompressionStream: streams.DecompressionStream,
  BroadcastChannel,
  /** @type {(value: unknown) => unknown} */
  structuredClone: (value) => v8.deserialize(v8.serialize(value)),
};
for (const [name, value] of Object.entries(missing)) {
  if (Reflect.get(globalThis, name) === undefined) Object.assign(globalThis, { [name]: value });
}
if (!globalThis.crypto?.subtle) Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });
if (globalThis.Blob && !globalThis.Blob.prototype.arrayBuffer) {
  globalThis.Blob.prototype.arrayBuffer = function arrayBuffer() {
    return new Promise((resolve, reject) => {
      const reader = new globalThis.FileReader();
      reader.onload = () => resolve(/** @type {ArrayBuffer} */ (reader.result));
      reader.onerror = () => reject(reader.error);
      reader.readAsArrayBuffer(this);
    });
  };
}
