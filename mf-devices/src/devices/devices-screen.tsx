import { useEffect, useState, type ReactNode } from 'react';
import { calls, type ListedDevice } from '@device-console/shared-lib/contract';
import { failureNotice, useAnswer, useConsole } from '@device-console/shared-lib/console';
import { usePages, type FoundPages, type PagedSearch } from '@device-console/shared-lib/records';
import { useLocation, useNavigate } from '@device-console/shared-lib/router';
import { Button, EmptyState, Notice, Page, Spinner } from '@device-console/shared-lib/ui';
import { bodyOf, type DeviceFilter, filterOfFragment, fragmentOfFilter, troubleText } from './device-filter.ts';
import { FilterBar, StateChoice } from './filter-bar.tsx';
import { ListedDevices } from './listed-devices.tsx';
import { noStates, useReadDevices } from './read-devices.ts';
import { SavedViews } from './saved-views.tsx';
import { t } from '../t.ts';

/** Finds devices to pass to a command or save (D40d). An existing back end may not list devices (D1a). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  if (!api.offers(calls.deviceList))
    return (
      <Page title={t('Devices')}>
        <EmptyState title={t('This server does not list devices.')}>
          {t('Device Details shows the devices of an IMEI or a file.')}
        </EmptyState>
      </Page>
    );
  return <Devices />;
}

/** The filter is in the address, for bookmarks, reload and Back. */
function Devices(): ReactNode {
  const { api } = useConsole();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const hasStates = api.offers(calls.deviceCounts);
  const filter = filterOfFragment(hash);
  const isUnknown = !hasStates && (filter.is !== '' || filter.part !== '');
  const pages = useDevicePages(isUnknown ? null : hash);
  const { state } = pages;
  const counts = useAnswer(calls.deviceCounts, hasStates ? bodyOf(filter) : null).state;
  const show = (next: DeviceFilter, replace = false): void => {
    void navigate({ hash: fragmentOfFilter(next) }, { replace });
  };
  // The rows stay until there are others: nothing moves while it is searched.
  const [shown, setShown] = useState<FoundPages<DeviceFilter, ListedDevice> | null>(null);
  if (state.status === 'found' && state !== shown) setShown(state);
  return (
    <Page
      title={t('Devices')}
      isTight
      actions={
        hasStates && <StateChoice filter={filter} states={counts.last?.states ?? []} onShow={(next) => show(next)} />
      }
    >
      <FilterBar filter={filter} hasStates={hasStates} onShow={show}>
        <SavedViews hash={hash} />
      </FilterBar>
      {filter.trouble !== '' && (
        <Notice
          tone="info"
          announce="off"
          actions={
            <Button size="small" onPress={() => show({ ...filter, trouble: '', report: '' })}>
              {t('Show all devices')}
            </Button>
          }
        >
          {troubleText(filter)}
        </Notice>
      )}
      {isUnknown && <EmptyState title={noStates()}>{t('Take something out of the filter.')}</EmptyState>}
      {state.status === 'failed' && (
        <Notice
          tone="danger"
          title={t('Cannot fetch the data now, please try again')}
          actions={<Button onPress={() => pages.search(state.query)}>{t('Retry')}</Button>}
          {...failureNotice(state.error)}
        />
      )}
      {state.status === 'searching' && shown === null && <Spinner label={t('Looking for the devices')} />}
      {shown && state.status !== 'failed' && !isUnknown && (
        <ListedDevices
          key={fragmentOfFilter(shown.query)}
          found={shown}
          pages={pages}
          counts={counts}
          isSearching={state.status === 'searching'}
        />
      )}
    </Page>
  );
}

/** The devices of an address; null: none are asked for. */
function useDevicePages(hash: string | null): PagedSearch<DeviceFilter, ListedDevice> {
  const pages = usePages(useReadDevices());
  const { search } = pages;
  useEffect(() => {
    if (hash !== null) search(filterOfFragment(hash));
  }, [search, hash]);
  return pages;
}
