import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type Mount,
  type MountProps,
  useAddresses,
  useConsole,
  useService,
  useSession,
} from '@device-console/shared-lib/console';
import { spokenLanguage } from '@device-console/shared-lib/i18n-host';
import { useNavigate } from '@device-console/shared-lib/router';

type Given = Pick<MountProps, 'screenId' | 'imei'>;

/** The component of a part that fills an element by itself. */
export const mountedPart = (mount: Mount) =>
  function MountedPart({ screenId, imei }: Given): ReactNode {
    const place = useRef<HTMLDivElement>(null);
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    const { api } = useConsole();
    const service = useService();
    const session = useLatest(useSession());
    const addresses = useLatest(useAddresses());
    const navigate = useLatest(useNavigate());
    const fill = useEffectEvent((element: HTMLElement) =>
      mount(element, {
        screenId,
        imei,
        session,
        api,
        service,
        navigate: (address) => void navigate()(address),
        to: (path) => addresses().to(path),
        language: spokenLanguage().id,
        fail: (error) => setFailure({ error }),
      }),
    );
    useEffect(() => (place.current ? fill(place.current) : undefined), [screenId, imei]);
    if (failure) throw failure.error;
    return <div ref={place} />;
  };

/** A function that returns what the last render had. */
function useLatest<Value>(value: Value): () => Value {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const [read] = useState(() => () => latest.current);
  return read;
}
