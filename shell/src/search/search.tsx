import { useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useAddresses, useQuery } from '@device-console/shared-lib/console';
import { RemoteContext } from '@device-console/shared-lib/console/host';
import { useNavigate } from '@device-console/shared-lib/router';
import { SeveralImeis } from '@device-console/shared-lib/ui/host';
import type { BatchHolder } from '../batches/use-batches.ts';
import { isDialogOpen, useKeyDown, useShortcut } from '../common/use-shortcut.ts';
import type { ScreenRoute } from '../navigation/screen-routes.ts';
import { useRecentDevices } from './recent-devices.ts';
import { SearchContext } from './search-context.ts';
import { whenIdle } from '../common/when-idle.ts';

const load = () => import(/* webpackChunkName: "search" */ './search-parts.ts');

/** The host stores an operator's data under this name, as remotes do under theirs. */
const host = { id: 'shell' };

type Shown = { readonly dialog: 'search'; readonly given: string | File } | { readonly dialog: 'shortcuts' };

interface SearchProps {
  readonly routes: readonly ScreenRoute[];
  readonly batches: BatchHolder;
  readonly children: ReactNode;
}

/** The top bar's button and IMEI fields inside open it. */
export function Search({ routes, batches, children }: SearchProps): ReactNode {
  const [shown, setShown] = useState<Shown | null>(null);
  const navigate = useNavigate();
  // Fetched when the page is idle, or at the latest when opened.
  const { state, ask } = useQuery(load);
  useEffect(() => whenIdle(() => ask(null)), [ask]);
  const parts = state.last;
  // A failure while idle is shown, and retried, when the search is opened.
  const hasFailed = state.status === 'failed' && shown !== null;
  const show = (next: Shown): void => {
    setShown(next);
    if (!parts) ask(null);
  };
  const open = (given: string | File = ''): void => show({ dialog: 'search', given });
  const openShortcuts = (): void => show({ dialog: 'shortcuts' });
  const close = (): void => setShown(null);
  useEarlyKeys(parts === null && shown?.dialog === 'search', (edit) =>
    setShown((before) =>
      before?.dialog === 'search' && typeof before.given === 'string'
        ? { dialog: 'search', given: edit(before.given) }
        : before,
    ),
  );
  // The dialog returns the focus before the page changes, which then moves it to its heading (D26).
  const leave = (then: () => void): void => {
    flushSync(close);
    requestAnimationFrame(then);
  };
  return (
    <SearchContext value={{ open, openShortcuts, hasFailed }}>
      <SeveralImeis value={(imeis) => open(imeis.join(', '))}>{children}</SeveralImeis>
      <RemoteContext value={host}>
        <SearchKeys onSearch={() => open()} onShortcuts={openShortcuts} />
        {parts && shown?.dialog === 'shortcuts' && <parts.ShortcutsDialog onClose={close} />}
        {parts && shown?.dialog === 'search' && (
          <parts.SearchDialog
            given={shown.given}
            routes={routes}
            batches={batches}
            onClose={close}
            leave={leave}
            open={(address) => leave(() => void navigate(address))}
          />
        )}
      </RemoteContext>
    </SearchContext>
  );
}

/** While the search is still being loaded, what is typed is not lost: it stands in the field once that is there. */
function useEarlyKeys(isLoading: boolean, onEdit: (edit: (text: string) => string) => void): void {
  useKeyDown((event) => {
    if (!isLoading || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key.length !== 1 && event.key !== 'Backspace') return;
    event.preventDefault();
    onEdit((text) => (event.key === 'Backspace' ? text.slice(0, -1) : text + event.key));
  });
}

interface SearchKeysProps {
  readonly onSearch: () => void;
  readonly onShortcuts: () => void;
}

/** Handles the shortcuts, and stores the viewed device as recent. */
function SearchKeys({ onSearch, onShortcuts }: SearchKeysProps): ReactNode {
  // Works everywhere, fields included, unless a dialog is open.
  useKeyDown((event) => {
    if (event.altKey || event.shiftKey || event.defaultPrevented || event.repeat || event.isComposing) return;
    if (event.ctrlKey === event.metaKey || event.key.toLowerCase() !== 'k') return;
    // Otherwise the browser's own search field opens.
    event.preventDefault();
    if (!isDialogOpen()) onSearch();
  });
  useShortcut('?', onShortcuts);
  const { imei } = useAddresses();
  const { add } = useRecentDevices();
  useEffect(() => {
    if (imei !== null) add(imei);
  }, [imei, add]);
  return null;
}
