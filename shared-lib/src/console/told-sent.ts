const CHANNEL = 'device-console-sent';

/** Tells every page of this browser, this one too, that a command went to a device or may have: its IMEI, or ALL. */
export function tellSent(target: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(target);
  channel.close();
}

/** Calls the listener with the target of each command that is sent in this browser; the function given back ends it. */
export function onSent(listener: (target: string) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener(data);
  });
  return () => channel.close();
}
