import { type ReactNode, useState } from 'react';
import { formatClock } from '@device-console/shared-lib/console';
import { useLocation } from '@device-console/shared-lib/router';
import {
  Actions,
  Button,
  Card,
  Form,
  Notice,
  Select,
  type SelectOption,
  TextField,
} from '@device-console/shared-lib/ui';
import { DefinitionList } from '@device-console/shared-lib/ui/chart';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import { isRemoteId, loopbackOrigin } from '@device-console/shared-lib/trust';
import { EndOverride } from '../override/override-banner.tsx';
import type { Override, OverrideState } from '../override/override.ts';
import type { LeaveGuard } from '../common/leave-guard.ts';
import { t } from '../t.ts';

interface CardProps {
  readonly override: Override;
  readonly state: OverrideState;
  readonly guard: LeaveGuard;
}

interface RunningProps extends Omit<CardProps, 'state'> {
  readonly state: Exclude<OverrideState, { status: 'off' }>;
}

function Running({ state, override, guard }: RunningProps): ReactNode {
  const { id, origin, until } = state.override;
  const facts = [
    { term: t('Under development'), value: id },
    { term: t('From'), value: origin },
    { term: t('Until'), value: formatClock(until) },
  ];
  return (
    <>
      <DefinitionList isWide items={facts} />
      {state.status === 'over' ? (
        <Notice tone="info">{t('It has ended. Reload the page to begin another one.')}</Notice>
      ) : (
        <Actions>
          <EndOverride override={override} guard={guard} />
        </Actions>
      )}
    </>
  );
}

/** Lets a superadmin load one remote from a dev server on this computer, and end it. */
export function DevelopmentCard({ ids, ...card }: CardProps & { readonly ids: readonly string[] }): ReactNode {
  return (
    <Card
      title={t('Development')}
      tone="caution"
      description={t(
        'One remote from a dev server on this computer, in this browser and for you alone. It ends ' +
          'automatically, when you log out, or here.',
      )}
    >
      {card.state.status === 'off' ? (
        <DevelopmentForm override={card.override} ids={ids} />
      ) : (
        <Running {...card} state={card.state} />
      )}
    </Card>
  );
}

const durations: readonly SelectOption[] = ['1', '2', '4', '8'].map((value) => ({
  value,
  title: value === '1' ? t('1 hour') : t('{value} hours', { value }),
}));

interface FormProps {
  readonly override: Override;
  readonly ids: readonly string[];
}

function DevelopmentForm({ override, ids }: FormProps): ReactNode {
  const link = readDevelopmentLink(useLocation().hash);
  const [id, setId] = useState(link?.id ?? '');
  const [address, setAddress] = useState(link?.address ?? '');
  const [hours, setHours] = useState('1');
  const [asks, setAsks] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const turnOn = (): void => {
    setAsks(false);
    setRefusal(override.begin({ id: id.trim(), address, hours: Number(hours) }));
  };
  return (
    <>
      <Form aria-label={t('Development')} onSubmit={() => setAsks(true)}>
        {link && (
          <Notice tone="info">
            {t('A link has filled this in. Turn it on only if you started that dev server yourself.')}
          </Notice>
        )}
        <RemoteFields ids={ids} id={id} onChange={setId} />
        <TextField
          label={t('Address of the dev server')}
          value={address}
          onChange={setAddress}
          isRequired
          autoComplete="off"
          spellCheck="false"
          description={t('As npm run dev prints it, such as http://localhost:3401. Only this computer can be named.')}
          validate={addressFault}
        />
        <Select label={t('For')} options={durations} value={hours} onChange={setHours} />
        {refusal !== null && (
          <Notice tone="danger" title={t('It was not turned on')}>
            {refusal}
          </Notice>
        )}
        <Actions>
          <Button type="submit" variant="primary">
            {t('Turn on')}
          </Button>
        </Actions>
      </Form>
      <ConfirmDialog
        isOpen={asks}
        tone="danger"
        title={t('Run code from {address}?', { address })}
        confirmLabel={t('Turn on')}
        message={t(
          'Whatever that address serves will run here as {id}, with your rights and your session. Nobody has ' +
            'signed it. The page is reloaded.',
          { id: id.trim() },
        )}
        onCancel={() => setAsks(false)}
        onConfirm={turnOn}
      />
    </>
  );
}

interface RemoteFieldsProps {
  readonly ids: readonly string[];
  readonly id: string;
  readonly onChange: (id: string) => void;
}

/** A remote of the registry, or the name of another one. */
function RemoteFields({ ids, id, onChange }: RemoteFieldsProps): ReactNode {
  const [wantsNew, setWantsNew] = useState(false);
  const isNew = wantsNew || (id !== '' && !ids.includes(id));
  const choices = [
    ...ids.map((value) => ({ value, title: value })),
    { value: 'new', title: t('Another one, not in the registry') },
  ];
  const choose = (value: string): void => {
    setWantsNew(value === 'new');
    onChange(value === 'new' ? '' : value);
  };
  return (
    <>
      <Select
        label={t('Remote to develop')}
        options={choices}
        value={isNew ? 'new' : id}
        onChange={choose}
        placeholder={t('Choose a remote')}
        isRequired
      />
      {isNew && (
        <TextField
          label={t('Its name')}
          value={id}
          onChange={onChange}
          isRequired
          validate={(text) =>
            isRemoteId(text.trim()) ? null : t('Lower case letters, digits and dashes, such as mf-warranty.')
          }
        />
      )}
    </>
  );
}

function addressFault(text: string): string | null {
  const result = loopbackOrigin(text);
  return result.status === 'loopback' ? null : result.reason;
}

/** Reads `#develop=mf-reports&from=http://localhost:3401`, as `npm run dev` prints it; null for any other fragment. */
export function readDevelopmentLink(hash: string): { readonly id: string; readonly address: string } | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const id = fields.get('develop');
  return id === null ? null : { id, address: fields.get('from') ?? '' };
}
