import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { failureNotice, formatClock, formatTime, useQuery } from '@device-console/shared-lib/console';
import type { PreviewName } from '@device-console/shared-lib/trust';
import { Actions, Button, Card, DefinitionList, Notice, Spinner } from '@device-console/shared-lib/ui';
import { ConfirmDialog } from '@device-console/shared-lib/ui/dialog';
import type { Override } from '../override/override.ts';
import type { OverrideState } from '../override/override.ts';
import { overrideTexts } from '../override/override-texts.ts';
import type { UsablePreview } from '../override/override-readers.ts';
import type { LeaveGuard } from '../common/leave-guard.ts';
import type { PreviewLink } from './override-link.ts';
import { originOf } from './platform-texts.ts';
import { RunningOverride } from './running-override.tsx';
import { t } from '../t.ts';

interface CardProps {
  readonly override: Override;
  readonly state: OverrideState;
  readonly guard: LeaveGuard;
  /** null where the page was not opened by a preview's address. */
  readonly link: PreviewLink | null;
}

const REFUSED = t('This preview cannot be used');

/** One build that its team has signed for one superadmin: looked at and turned on here. */
export function PreviewCard({ override, state, guard, link }: CardProps): ReactNode {
  return (
    <Card
      title={t('Preview')}
      tone="caution"
      description={t(
        'One build that its team has signed for one superadmin. It ends by itself, when you log out, or here.',
      )}
    >
      {state.status === 'off' ? (
        link && <Offer override={override} link={link} />
      ) : (
        <Present override={override} state={state} guard={guard} />
      )}
    </Card>
  );
}

function Present({
  override,
  state,
  guard,
}: Pick<CardProps, 'override' | 'guard'> & { readonly state: Exclude<OverrideState, { status: 'off' }> }): ReactNode {
  if (state.override.source === 'preview') return <RunningOverride override={override} state={state} guard={guard} />;
  const { title, end } = overrideTexts(state.override);
  return (
    <Notice tone="info" title={title}>
      {t("There is one override at a time. Press {end} first, then open this preview's address again.", { end })}
    </Notice>
  );
}

function Offer({ override, link }: Pick<CardProps, 'override'> & { readonly link: PreviewLink }): ReactNode {
  if (link.status === 'damaged')
    return (
      <Notice tone="danger" title={REFUSED}>
        {t('Its address is damaged. Copy it again from its team.')}
      </Notice>
    );
  return <Found override={override} wanted={link} />;
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

const questionOf = (id: string): string =>
  t(
    'This build takes the place of the live {id} for you alone; nobody else sees it. It works with real ' +
      'devices, with your rights and your session. The page is reloaded.',
    { id },
  );

function TurnOn({ override, found }: Pick<CardProps, 'override'> & { readonly found: UsablePreview }): ReactNode {
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const {
    id,
    baseUrl,
    publishedAt,
    expiresAt,
    keyId,
    declaration: { version, owner },
  } = found.preview;
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
      {refusal !== null && (
        <Notice tone="danger" title={t('It was not turned on')}>
          {refusal}
        </Notice>
      )}
      <Actions>
        <Button variant="primary" onPress={() => setAsked(true)}>
          {t('Turn on')}
        </Button>
      </Actions>
      {isAsked && (
        <ConfirmDialog
          isOpen
          tone="danger"
          title={t('Use {id} {version} in this browser?', { id, version })}
          confirmLabel={t('Turn on')}
          message={questionOf(id)}
          onCancel={() => setAsked(false)}
          onConfirm={() => {
            setRefusal(override.turnOnPreview(found));
            setAsked(false);
          }}
        />
      )}
    </>
  );
}
