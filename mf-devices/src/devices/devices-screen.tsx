import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { calls, claimStates } from '@device-console/shared-lib/contract';
import { failureNotice, useConsole, useRead } from '@device-console/shared-lib/console';
import { usePages, type PageQuestion } from '@device-console/shared-lib/records';
import { rangeProblems } from '@device-console/shared-lib/ui/date-range';
import { useLocation, useNavigate } from '@device-console/shared-lib/router';
import {
  Actions,
  Button,
  Card,
  Columns,
  EmptyState,
  Form,
  Notice,
  Page,
  Select,
  Spinner,
  TextField,
} from '@device-console/shared-lib/ui';
import {
  bodyOf,
  type DeviceFilter,
  filterOfFragment,
  fragmentOfFilter,
  lastCommands,
  noFilter,
  troubleText,
} from './device-filter.ts';
import { ListedDevices } from './listed-devices.tsx';
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
  const read = useRead();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const pages = usePages(
    useCallback(
      (filter: DeviceFilter, page: PageQuestion, signal: AbortSignal) =>
        read(calls.deviceList, { ...bodyOf(filter), ...page }, { signal }),
      [read],
    ),
  );
  const { state, search } = pages;
  useEffect(() => search(filterOfFragment(hash)), [search, hash]);
  const show = (filter: DeviceFilter): void => {
    const fragment = fragmentOfFilter(filter);
    if (fragment === hash) search(filter);
    else void navigate({ hash: fragment });
  };
  return (
    <Page
      title={t('Devices')}
      lead={t('Filter the devices, choose some or all of them, and hand them to a command. Nothing is sent by that.')}
    >
      <FilterCard
        key={`filter ${hash}`}
        first={filterOfFragment(hash)}
        isSearching={state.status === 'searching'}
        onShow={show}
      />
      {state.status === 'searching' && <Spinner label={t('Looking for the devices')} />}
      {state.status === 'failed' && (
        <Notice
          tone="danger"
          title={t('Cannot fetch the data now, please try again')}
          actions={<Button onPress={() => search(state.query)}>{t('Retry')}</Button>}
          {...failureNotice(state.error)}
        />
      )}
      {state.status === 'found' && <ListedDevices key={`devices ${hash}`} found={state} pages={pages} />}
    </Page>
  );
}

interface FilterCardProps {
  readonly first: DeviceFilter;
  readonly isSearching: boolean;
  readonly onShow: (filter: DeviceFilter) => void;
}

const stateOptions = [
  { value: '', title: t('All') },
  ...claimStates.map((value) => ({ value, title: value })),
] as const;
const commandOptions = [{ value: '', title: t('All') }, ...lastCommands];

/** A range may be open on either side. */
const dayProblems = ({ start, end }: DeviceFilter) => (start === '' || end === '' ? {} : rangeProblems({ start, end }));

function FilterCard({ first, isSearching, onShow }: FilterCardProps): ReactNode {
  const [filter, setFilter] = useState(first);
  const change = (fields: Partial<DeviceFilter>): void => setFilter({ ...filter, ...fields });
  const problems = dayProblems(filter);
  const text = (name: 'model' | 'version', label: string): ReactNode => (
    <TextField
      label={label}
      value={filter[name]}
      onChange={(value) => change({ [name]: value })}
      autoComplete="off"
      maxLength={100}
    />
  );
  const day = (name: 'start' | 'end', label: string): ReactNode => (
    <TextField
      label={label}
      type="date"
      value={filter[name]}
      onChange={(value) => change({ [name]: value })}
      errorMessage={problems[name]}
    />
  );
  return (
    <Card title={t('Filter')}>
      {first.trouble !== '' && (
        <Notice
          tone="info"
          announce="off"
          actions={
            <Button size="small" onPress={() => onShow({ ...filter, trouble: '', report: '' })}>
              {t('Show all devices')}
            </Button>
          }
        >
          {troubleText(first)}
        </Notice>
      )}
      <Form
        aria-label={t('Filter')}
        onSubmit={() => {
          if (Object.keys(problems).length === 0) onShow(filter);
        }}
      >
        <Columns of="fields">
          <Select
            label={t('Enrollment Status')}
            options={stateOptions}
            value={filter.state ?? ''}
            onChange={(state) => change({ state })}
          />
          {text('model', t('Model'))}
          {text('version', t('App Version'))}
          <Select
            label={t('Last Command')}
            options={commandOptions}
            value={filter.command}
            onChange={(command) => change({ command })}
          />
          {day('start', t('Registered from'))}
          {day('end', t('Registered until'))}
        </Columns>
        <Actions>
          <Button type="submit" variant="primary" isPending={isSearching}>
            {t('Show devices')}
          </Button>
          <Button onPress={() => onShow(noFilter)}>{t('Clear the filter')}</Button>
        </Actions>
      </Form>
    </Card>
  );
}
