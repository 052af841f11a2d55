import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { formatTime } from '@device-console/shared-lib/console';
import { Actions, Button, Card, Notice, Stack } from '@device-console/shared-lib/ui';
import { DefinitionList } from '@device-console/shared-lib/ui/chart';
import { GuardedButton } from '../common/guarded-button.tsx';
import { PendingButton } from '../common/pending-button.tsx';
import type { Preview, PreviewRules, Previews } from '../previews/preview.ts';
import { remoteTitle } from '../releases/decide.ts';
import { NOTHING } from './platform-texts.ts';
import { t } from '../t.ts';

interface PreviewsCardProps {
  readonly previews: Previews;
  /** Shows the remote's wanted release at once. */
  readonly onChange: (id: string) => void;
}

const statusTexts: Readonly<Record<Preview['status'], string>> = {
  on: t('You have it'),
  left: t('You left it'),
  failed: t('It failed in this browser'),
  offered: t('You do not have it'),
};

/** The previews of the registry, for superadmins; nothing while there is none. */
export function PreviewsCard({ previews, onChange }: PreviewsCardProps): ReactNode {
  const state = useSyncExternalStore(previews.subscribe, previews.getSnapshot);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (!state || state.previews.length === 0) return null;
  const { rules } = state;
  return (
    <Card
      title={t('Previews')}
      description={t('Builds that some accounts try before they are live. Their teams have signed them.')}
    >
      <Stack>
        {refusal !== null && (
          <Notice tone="danger" title={t('The preview was not changed')}>
            {refusal}
          </Notice>
        )}
        {state.previews.map((preview) => (
          <OnePreview
            key={preview.release.id}
            {...{ preview, rules }}
            onDone={(why) => {
              setRefusal(why);
              if (why === null) onChange(preview.release.id);
            }}
          />
        ))}
      </Stack>
    </Card>
  );
}

interface OnePreviewProps {
  readonly preview: Preview;
  readonly rules: PreviewRules;
  /** With the reason if it failed. */
  readonly onDone: (refusal: string | null) => void;
}

function OnePreview({ preview, rules, onDone }: OnePreviewProps): ReactNode {
  const { release, endsAt, liveVersion, status } = preview;
  const { id, declaration, publishedAt, keyId } = release;
  const title = remoteTitle(id);
  const begin = async (): Promise<void> => {
    if (status === 'offered') return onDone(await rules.begin(id, null));
    rules.again(preview);
    return onDone(null);
  };
  return (
    <section aria-label={t('Preview of {title}', { title })}>
      <DefinitionList
        isWide
        items={[
          { term: t('Remote'), value: id },
          {
            term: t('Version'),
            value: t('{version}; live is {liveVersion}', { version: declaration.version, liveVersion }),
          },
          { term: t('Owner'), value: declaration.owner },
          { term: t('Signed by'), value: keyId ?? NOTHING },
          { term: t('Published'), value: formatTime(publishedAt) || NOTHING },
          { term: t('Ends'), value: formatTime(new Date(endsAt).toISOString()) },
          { term: t('Here'), value: statusTexts[status] },
        ]}
      />
      <Actions>
        {status === 'on' ? (
          <Button
            size="small"
            onPress={() => {
              rules.leave(preview);
              onDone(null);
            }}
          >
            {t('Leave the preview')}
          </Button>
        ) : (
          <PendingButton size="small" act={begin}>
            {t('Show it here')}
          </PendingButton>
        )}
        {rules.mayEnd() && (
          <GuardedButton
            size="small"
            label={t('End it for everybody')}
            warning={() =>
              t('Nobody gets {title} {version} as a preview any more.', { title, version: declaration.version })
            }
            onPress={() => void rules.end(preview).then(onDone)}
          />
        )}
      </Actions>
    </section>
  );
}
