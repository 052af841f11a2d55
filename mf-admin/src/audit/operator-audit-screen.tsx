import { useEffect, useState, type ReactNode } from 'react';
import { calls, auditKinds, auditOutcomes, cleanImei, textKinds } from '@device-console/shared-lib/contract';
import { failureNotice, useConsole } from '@device-console/shared-lib/console';
import { useLocation, useNavigate } from '@device-console/shared-lib/router';
import {
  Button,
  EmptyState,
  Notice,
  Page,
  Spinner,
  Actions,
  Card,
  Form,
  Select,
  TextField,
  type SelectOption,
} from '@device-console/shared-lib/ui';
import {
  DateRangeFields,
  ownTimeZone,
  quickRanges,
  rangeProblems,
  timeZoneInWords,
} from '@device-console/shared-lib/ui/date-range';
import { fragmentOfQuery, queryOfFragment, type AuditQuery, ANY, rangeOf } from './audit-query.ts';
import { AuditResult, useAudit } from './audit-result.tsx';
import { t } from '../t.ts';
import { callChoices, outcomes } from './call-texts.ts';

const kindTitles = { actions: t('All actions'), reads: t('All reads') } as const;

const callOptions = [
  ...auditKinds.map((kind) => ({ value: kind, title: kindTitles[kind] })),
  { value: ANY, title: t('Actions and reads') },
  ...callChoices,
];
const outcomeOptions: readonly SelectOption<AuditQuery['outcome']>[] = [
  { value: ANY, title: t('All outcomes') },
  ...auditOutcomes.map((value) => ({ value, title: outcomes[value].title })),
];

const plainText = { autoComplete: 'off', spellCheck: 'false' } as const;

interface AuditFormProps {
  readonly query: AuditQuery;
  /** Milliseconds since the epoch, of opening the screen or the last search. */
  readonly now: number;
  readonly isSearching: boolean;
  readonly onChange: (query: AuditQuery) => void;
  readonly onSearch: (query: AuditQuery) => void;
  readonly onStop: () => void;
}

/** A quick range searches at once. */
function AuditForm({ query, now, isSearching, onChange, onSearch, onStop }: AuditFormProps): ReactNode {
  const [wasTried, setWasTried] = useState(false);
  const problems = rangeProblems(query);
  const chosen = rangeOf(query, now);
  const change = (changed: Partial<AuditQuery>): void => onChange({ ...query, ...changed });
  const submit = (): void => {
    setWasTried(true);
    if (Object.keys(problems).length === 0) onSearch(query);
  };
  const searchRange = (range: Pick<AuditQuery, 'start' | 'end'>): void => {
    const ranged = { ...query, ...range };
    onChange(ranged);
    onSearch(ranged);
  };
  return (
    <Card title={t('Search')}>
      <Form aria-label={t('Operator Audit')} onSubmit={submit}>
        <DateRangeFields
          startLabel={t('StartDate')}
          endLabel={t('EndDate')}
          value={query}
          onChange={change}
          problems={wasTried ? problems : undefined}
          choicesLabel={t('Quick ranges')}
          choices={quickRanges.map((range) => ({ ...range, isChosen: range === chosen }))}
          onChoose={searchRange}
          note={t('Whole days, {zone}', { zone: timeZoneInWords(ownTimeZone()) })}
        >
          <TextField
            {...plainText}
            label={t('Account')}
            description={t('Any part of the e-mail')}
            value={query.account}
            maxLength={textKinds.line.most}
            onChange={(account) => change({ account })}
          />
          <TextField
            {...plainText}
            label={t('IMEI')}
            description={t('Any part of the IMEI')}
            inputMode="numeric"
            digits
            maxLength={textKinds.line.most}
            value={query.imei}
            onChange={(imei) => change({ imei: cleanImei(imei) })}
          />
          <Select
            label={t('Call')}
            options={callOptions}
            value={query.called}
            onChange={(called) => change({ called })}
          />
          <Select
            label={t('Outcome')}
            options={outcomeOptions}
            value={query.outcome}
            onChange={(outcome) => change({ outcome })}
          />
        </DateRangeFields>
        <Actions>
          <Button type="submit" variant="primary" isPending={isSearching}>
            {t('Search')}
          </Button>
          {isSearching && <Button onPress={onStop}>{t('Stop')}</Button>}
        </Actions>
      </Form>
    </Card>
  );
}

/** Who did what, when, from where, and with what result. An existing back end may have none (D1a). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  if (!api.offers(calls.operatorAudit)) {
    return (
      <Page title={t('Operator Audit')}>
        <EmptyState title={t('This server keeps no audit of its operators.')}>
          {t('Its reports show who sent which command.')}
        </EmptyState>
      </Page>
    );
  }
  return <OperatorAudit />;
}

/** The search is in the address's fragment, for Back and reload. */
function OperatorAudit(): ReactNode {
  const audit = useAudit();
  const { state, search, stop } = audit;
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [now, setNow] = useState(Date.now);
  const [query, setQuery] = useState(() => queryOfFragment(hash, now));
  const [taken, setTaken] = useState(hash);
  if (hash !== taken) {
    setTaken(hash);
    setQuery(queryOfFragment(hash, now));
  }
  useEffect(() => search(queryOfFragment(hash, Date.now())), [search, hash]);
  const searchFor = (wanted: AuditQuery): void => {
    setNow(Date.now());
    const fragment = fragmentOfQuery(wanted, Date.now());
    if (fragment === hash) search(wanted);
    else void navigate({ hash: fragment }, { replace: true });
  };
  return (
    <Page title={t('Operator Audit')} lead={t('Who did what, when and from where, and with what result.')}>
      <AuditForm
        query={query}
        now={now}
        isSearching={state.status === 'searching'}
        onChange={setQuery}
        onSearch={searchFor}
        onStop={stop}
      />
      {state.status === 'searching' && <Spinner label={t('Searching the audit')} />}
      {state.status === 'failed' && (
        <Notice
          tone="danger"
          title={t('Cannot fetch the data now, please try again.')}
          actions={<Button onPress={() => search(state.query)}>{t('Retry')}</Button>}
          {...failureNotice(state.error)}
        />
      )}
      {state.status === 'found' && <AuditResult found={state} audit={audit} />}
    </Page>
  );
}
