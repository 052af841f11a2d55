import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { ApiClient } from '../../api/index.ts';
import { createListeners } from '../../async/index.ts';
import { PageDataContext } from './page-data.ts';
import { createQueryClient, refresh } from './query-client.ts';
import { showsDevice } from './shows-device.ts';
import { onSent } from './sent-channel.ts';

interface DataProviderProps {
  readonly api: ApiClient;
  readonly children: ReactNode;
}

/**
 * The answers of one operator, in memory. The host renders it above the screens, with the operator as its key: what was
 * read for one operator ends with their session, and no other sees it.
 */
export function DataProvider({ api, children }: DataProviderProps): ReactNode {
  const [client] = useState(createQueryClient);
  const [sent] = useState(() => createListeners<[target: string]>());
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    const stop = onSent((target) => {
      refresh(client, (key) => showsDevice(key, target));
      sent.notify(target);
    });
    return () => {
      isMounted.current = false;
      stop();
      // In StrictMode effects run twice: the provider is mounted again by then.
      queueMicrotask(() => {
        if (!isMounted.current) client.clear();
      });
    };
  }, [client, sent]);
  const data = useMemo(() => ({ api, client, onSent: sent.subscribe }), [api, client, sent]);
  return <PageDataContext value={data}>{children}</PageDataContext>;
}
