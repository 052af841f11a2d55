import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { failureNotice, formatClock, formatTime, useQuery } from '@device-console/shared-lib/console';
import { useLocation } from '@device-console/shared-lib/router';
import { isRemoteId, loopbackOrigin, type PreviewName, type StoredOverride } from '@device-console/shared-lib/trust';
import {
  Actions,
  Button,
  Card,
  DefinitionList,
  Form,
  Notice,
  Select,
  Spinner,
  TextField,
  type Definition,
  type SelectOption,
} from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import { EndOverride } from '../override/override-banner.tsx';
import type { Override, OverrideState } from '../override/override.ts';
import type { UsablePreview } from '../override/override-readers.ts';
import { overrideTexts } from '../override/override-texts.ts';
import type { LeaveGuard } from '../common/leave-guard.ts';
import { readDevelopmentLink, type PreviewLink } from './override-link.ts';
import { originOf } from './platform-texts.ts';
import { t } from '../t.ts';

interface CardProps {
  readonly override: Override;
  readonly state: OverrideState;
  readonly guard: LeaveGuard;
}

/** An override that is on, or has ended. */
function Running({ state, override, guard }: CardProps & { readonly state: { readonly override: StoredOverride } }) {
  return (
    <>
      <DefinitionList isWide items={factsOf(state.override)} />
      {state.status === 'over' ? (
        <Notice tone="info">{t('It has ended. Reload the page to begin another one.')}</Notice>
      ) : (
        <Actions>
          <EndOverride override={override} label={overrideTexts(state.override).end} guard={guard} />
        </Actions>
      )}
    </>
  );
}

function factsOf(override: StoredOverride): readonly Definition[] {
  const until = { term: t('Until'), value: formatClock(override.until) };
  if (override.source === 'development')
    return [{ term: t('Under development'), value: override.id }, { term: t('From'), value: override.origin }, until];
  return [{ term: t('Remote'), value: override.id }, { term: t('Version'), value: override.version }, until];
}

interface TurnOnQuestion {
  readonly title: string;
  readonly message: string;
  /** Returns why it was not turned on. */
  readonly turnOn: () => string | null;
}

/** Asks before an override is turned on, and says why it was not. */
function useTurnOn() {
  const [asked, ask] = useState<TurnOnQuestion | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  return {
    ask,
    refusal: refusal !== null && (
      <Notice tone="danger" title={t('It was not turned on')}>
        {refusal}
      </Notice>
    ),
    dialog: asked && (
      <ConfirmDialog
        isOpen
        tone="danger"
        title={asked.title}
        confirmLabel={t('Turn on')}
        message={asked.message}
        onCancel={() => ask(null)}
        onConfirm={() => {
          setRefusal(asked.turnOn());
          ask(null);
        }}
      />
    ),
  };
}

/** One remote from a dev server on this computer: turned on and off here, by a superadmin alone. */
export function DevelopmentCard({ ids, ...card }: CardProps & { readonly ids: readonly string[] }): ReactNode {
  return (
    <Card
      title={t('Development')}
      tone="caution"
      description={t(
        'One remote from a dev server on this computer, in this browser and for you alone. It ends by itself, ' +
          'when you log out, or here.',
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

interface DevelopmentInputs {
  readonly id: string;
  /** The operator wants to name a remote that is not in the registry. */
  readonly wantsNew: boolean;
  readonly address: string;
  readonly hours: string;
}

function DevelopmentForm({ override, ids }: Pick<CardProps, 'override'> & Pick<FieldsProps, 'ids'>): ReactNode {
  const link = readDevelopmentLink(useLocation().hash);
  const [inputs, setInputs] = useState<DevelopmentInputs>({
    id: link?.id ?? '',
    wantsNew: false,
    address: link?.address ?? '',
    hours: '1',
  });
  const { ask, refusal, dialog } = useTurnOn();
  const submit = (): void => {
    const { address, hours } = inputs;
    const id = inputs.id.trim();
    ask({
      title: t('Run code from {address}?', { address }),
      message: t(
        'Whatever that address serves will run here as {id}, with your rights and your session. Nobody has ' +
          'signed it. The page is reloaded.',
        { id },
      ),
      turnOn: () => override.begin({ id, address, hours: Number(hours) }),
    });
  };
  return (
    <>
      <Form aria-label={t('Development')} onSubmit={submit}>
        {link && (
          <Notice tone="info">
            {t('A link has filled this in. Turn it on only if you started that dev server yourself.')}
          </Notice>
        )}
        <Fields inputs={inputs} ids={ids} onChange={(changed) => setInputs({ ...inputs, ...changed })} />
        {refusal}
        <Actions>
          <Button type="submit" variant="primary">
            {t('Turn on')}
          </Button>
        </Actions>
      </Form>
      {dialog}
    </>
  );
}

interface FieldsProps {
  readonly ids: readonly string[];
  readonly inputs: DevelopmentInputs;
  readonly onChange: (changed: Partial<DevelopmentInputs>) => void;
}

function Fields({ inputs: { id, wantsNew, address, hours }, ids, onChange }: FieldsProps): ReactNode {
  const isNew = wantsNew || (id !== '' && !ids.includes(id));
  const choices = [
    ...ids.map((value) => ({ value, title: value })),
    { value: 'new', title: t('Another one, not in the registry') },
  ];
  const choose = (value: string): void => onChange({ wantsNew: value === 'new', id: value === 'new' ? '' : value });
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
          onChange={(text) => onChange({ id: text })}
          isRequired
          validate={(text) =>
            isRemoteId(text.trim()) ? null : t('Lower case letters, digits and dashes, such as mf-warranty.')
          }
        />
      )}
      <TextField
        label={t('Address of the dev server')}
        value={address}
        onChange={(text) => onChange({ address: text })}
        isRequired
        autoComplete="off"
        spellCheck="false"
        description={t('As npm run dev prints it, such as http://localhost:3401. Only this computer can be named.')}
        validate={addressFault}
      />
      <Select label={t('For')} options={durations} value={hours} onChange={(value) => onChange({ hours: value })} />
    </>
  );
}

function addressFault(text: string): string | null {
  const result = loopbackOrigin(text);
  return result.status === 'loopback' ? null : result.reason;
}

const REFUSED = t('This preview cannot be used');

/** One build that its team has signed for one superadmin: looked at and turned on here. */
export function PreviewCard({ link, ...card }: CardProps & { readonly link: PreviewLink | null }): ReactNode {
  return (
    <Card
      title={t('Preview')}
      tone="caution"
      description={t(
        'One build that its team has signed for one superadmin. It ends by itself, when you log out, or here.',
      )}
    >
      <PreviewContent link={link} {...card} />
    </Card>
  );
}

/** `link` is null where the page was not opened by a preview's address. */
function PreviewContent({ link, ...card }: CardProps & { readonly link: PreviewLink | null }): ReactNode {
  const { override, state } = card;
  if (state.status === 'off') {
    if (link?.status === 'named') return <Found override={override} wanted={link} />;
    return (
      link && (
        <Notice tone="danger" title={REFUSED}>
          {t('Its address is damaged. Copy it again from its team.')}
        </Notice>
      )
    );
  }
  if (state.override.source === 'preview') return <Running {...card} state={state} />;
  const { title, end } = overrideTexts(state.override);
  return (
    <Notice tone="info" title={title}>
      {t("There is one override at a time. Press {end} first, then open this preview's address again.", { end })}
    </Notice>
  );
}

function Found({
  override,
  wanted: { id, name },
}: Pick<CardProps, 'override'> & { readonly wanted: PreviewName }): ReactNode {
  const { readPreview } = override;
  const { state, ask } = useQuery(useCallback((wanted: PreviewName) => readPreview(wanted), [readPreview]));
  useEffect(() => ask({ id, name }), [ask, id, name]);
  const answer = state.last;
  if (state.status === 'failed') return <Notice tone="danger" title={REFUSED} {...failureNotice(state.error)} />;
  if (!answer) return <Spinner label={t('Reading the preview')} />;
  if (answer.status === 'failed')
    return <Notice tone="danger" title={REFUSED}>{`${answer.error.reason}. ${answer.error.detail}`}</Notice>;
  return <TurnOn override={override} found={answer.found} />;
}

function TurnOn({ override, found }: Pick<CardProps, 'override'> & { readonly found: UsablePreview }): ReactNode {
  const { ask, refusal, dialog } = useTurnOn();
  const { id, baseUrl, publishedAt, expiresAt, keyId, declaration } = found.preview;
  const { version, owner } = declaration;
  const press = (): void =>
    ask({
      title: t('Use {id} {version} in this browser?', { id, version }),
      message: t(
        'This build takes the place of the live {id} for you alone; nobody else sees it. It works with real ' +
          'devices, with your rights and your session. The page is reloaded.',
        { id },
      ),
      turnOn: () => override.turnOnPreview(found),
    });
  const facts = [
    { term: t('Remote'), value: id },
    { term: t('Version'), value: version },
    { term: t('Owner'), value: owner },
    { term: t('Signed by'), value: keyId },
    { term: t('Signed'), value: formatTime(publishedAt) },
    { term: t('Origin'), value: originOf(baseUrl) },
    { term: t('Until'), value: formatClock(Date.parse(expiresAt)) },
  ];
  return (
    <>
      <DefinitionList isWide items={facts} />
      {refusal}
      <Actions>
        <Button variant="primary" onPress={press}>
          {t('Turn on')}
        </Button>
      </Actions>
      {dialog}
    </>
  );
}
