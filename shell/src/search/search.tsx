import { useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { RemoteContext, RepeatableSender, useAddresses } from '@device-console/shared-lib/console';
import { useNavigate } from '@device-console/shared-lib/router';
import { SeveralImeis } from '@device-console/shared-lib/ui';
import type { BatchHolder } from '../batches/batch-holder.ts';
import { useShortcut } from '../common/use-shortcut.ts';
import type { ScreenRoute } from '../navigation/screen-routes.ts';
import { useRecentDevices } from './recent-devices.ts';
import { SearchContext } from './search-context.ts';
import { useSearchKey } from './use-search-key.ts';
import { useSearchParts, type SearchParts } from './use-search-parts.ts';

/** Under which name the host keeps what belongs to an operator, as remotes do under theirs. */
const host = { id: 'shell' };

type Shown = { readonly dialog: 'search'; readonly text: string } | { readonly dialog: 'shortcuts' };

interface SearchProps {
  /** What the back end can serve of the deployed screens. */
  readonly routes: readonly ScreenRoute[];
  readonly batches: BatchHolder;
  readonly children: ReactNode;
}

/** The search of the console around its frame: the button in the top bar and fields of IMEIs open it. */
export function Search({ routes, batches, children }: SearchProps): ReactNode {
  const [shown, setShown] = useState<Shown | null>(null);
  const [sender] = useState(() => new RepeatableSender());
  const close = (): void => setShown(null);
  const { parts, hasFailed, fetch } = useSearchParts(close);
  const show = (next: Shown): void => {
    setShown(next);
    fetch();
  };
  const open = (text = ''): void => show({ dialog: 'search', text });
  const openShortcuts = (): void => show({ dialog: 'shortcuts' });
  return (
    <SearchContext value={{ open, openShortcuts, hasFailed }}>
      <SeveralImeis value={(imeis) => open(imeis.join(', '))}>{children}</SeveralImeis>
      <RemoteContext value={host}>
        <SearchKeys onSearch={() => open()} onShortcuts={openShortcuts} />
        {shown && parts && <ShownDialog {...{ shown, parts, routes, batches, sender }} onClose={close} />}
      </RemoteContext>
    </SearchContext>
  );
}

interface SearchKeysProps {
  readonly onSearch: () => void;
  readonly onShortcuts: () => void;
}

/** The shortcuts; and what the operator looks at is kept as a recent device. */
function SearchKeys({ onSearch, onShortcuts }: SearchKeysProps): ReactNode {
  useSearchKey(onSearch);
  useShortcut('?', onShortcuts);
  const { imei } = useAddresses();
  const { add } = useRecentDevices();
  useEffect(() => {
    if (imei !== null) add(imei);
  }, [imei, add]);
  return null;
}

interface ShownDialogProps extends Omit<SearchProps, 'children'> {
  readonly shown: Shown;
  readonly parts: SearchParts;
  readonly sender: RepeatableSender;
  readonly onClose: () => void;
}

function ShownDialog({ shown, parts, routes, batches, sender, onClose }: ShownDialogProps): ReactNode {
  const navigate = useNavigate();
  if (shown.dialog === 'shortcuts') return <parts.ShortcutsDialog onClose={onClose} />;
  // The dialog gives the focus back before the page changes, which then moves it to its heading (D26).
  const leave = (then: () => void): void => {
    flushSync(onClose);
    requestAnimationFrame(then);
  };
  return (
    <parts.SearchDialog
      text={shown.text}
      routes={routes}
      batches={batches}
      sender={sender}
      onClose={onClose}
      leave={leave}
      open={(address) => leave(() => void navigate(address))}
    />
  );
}
