import { useEffect, useState, type ReactNode } from 'react';
import { formatTime } from '@device-console/shared-lib/console';
import { useLocation, useNavigate } from '@device-console/shared-lib/router';
import { readPreviewLink } from '@device-console/shared-lib/trust';
import { Button, Notice } from '@device-console/shared-lib/ui';
import { GuardedButton } from '../common/guarded-button.tsx';
import { remoteTitle } from '../releases/decide.ts';
import type { Preview, PreviewBannerProps } from './preview.ts';
import { t } from '../t.ts';

const namesOf = ({ release: { id, declaration } }: Preview) => ({
  title: remoteTitle(id),
  version: declaration.version,
  owner: declaration.owner,
});

/** Until when a preview runs, in the page's language. */
const endText = ({ endsAt }: Preview): string => formatTime(new Date(endsAt).toISOString());

/** Which previews run here, until when, and how to leave them; and the question of a link. */
export function PreviewBanner({ previews, rules, guard, shownRemote, onChange }: PreviewBannerProps): ReactNode {
  const warningFor = (id: string) => (): string | null => (shownRemote === id ? guard.typed() : null);
  const leave = (preview: Preview): void => {
    rules.leave(preview);
    onChange(preview.release.id);
  };
  const again = (preview: Preview): void => {
    rules.again(preview);
    onChange(preview.release.id);
  };
  const begin = async (id: string, code: string | null): Promise<string | null> => {
    const refusal = await rules.begin(id, code);
    if (refusal === null) onChange(id);
    return refusal;
  };
  return (
    <>
      <LinkQuestion previews={previews} rules={rules} onBegin={begin} />
      {previews.map((preview) => {
        const { id } = preview.release;
        const { title, version, owner } = namesOf(preview);
        if (preview.status === 'on')
          return (
            <Notice
              key={id}
              tone="warning"
              announce="status"
              title={t('You try {title} {version}, until {end}', { title, version, end: endText(preview) })}
              actions={
                <GuardedButton
                  size="small"
                  label={t('Leave the preview')}
                  warning={warningFor(id)}
                  onPress={() => leave(preview)}
                />
              }
            >
              {t('It is a preview of {owner}; others have {live}. What you send from it is real.', {
                owner,
                live: preview.liveVersion,
              })}
            </Notice>
          );
        if (preview.status !== 'failed') return null;
        return (
          <Notice
            key={id}
            tone="warning"
            announce="status"
            title={t('The preview of {title} {version} failed here', { title, version })}
            actions={
              <GuardedButton
                size="small"
                label={t('Try the preview again')}
                warning={warningFor(id)}
                onPress={() => again(preview)}
              />
            }
          >
            {t('{live} is shown, which the others have too. Tell {owner}.', { owner, live: preview.liveVersion })}
          </Notice>
        );
      })}
    </>
  );
}

interface LinkQuestionProps extends Pick<PreviewBannerProps, 'previews' | 'rules'> {
  /** Returns why it cannot begin. */
  readonly onBegin: (id: string, code: string) => Promise<string | null>;
}

/** What the link of this page's address leads to; undefined while that is not known. */
function useLinked({ previews, rules }: Pick<PreviewBannerProps, 'previews' | 'rules'>) {
  const { hash } = useLocation();
  const [linked, setLinked] = useState<Preview | null | undefined>(undefined);
  useEffect(() => {
    const link = readPreviewLink(hash);
    if (!link) return undefined;
    let isOver = false;
    void rules.linked(link).then((found) => {
      if (!isOver) setLinked(found);
    });
    return () => {
      isOver = true;
    };
  }, [hash, previews, rules]);
  return { link: readPreviewLink(hash), linked };
}

function LinkQuestion({ previews, rules, onBegin }: LinkQuestionProps): ReactNode {
  const { link, linked } = useLinked({ previews, rules });
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  if (!link || linked === undefined) return null;
  const forget = (): void => void navigate(pathname + search, { replace: true });
  const notNow = (
    <Button size="small" onPress={forget}>
      {linked ? t('Not now') : t('Close')}
    </Button>
  );
  if (linked === null)
    return (
      <Notice tone="warning" announce="status" title={t('This link begins no preview')} actions={notNow}>
        {t('The preview is over, or the link is not complete. Ask whoever gave it to you.')}
      </Notice>
    );
  const { title, version, owner } = namesOf(linked);
  const begin = async (): Promise<void> => {
    setPending(true);
    const failed = await onBegin(link.id, link.code);
    setPending(false);
    setRefusal(failed);
    if (failed === null) forget();
  };
  return (
    <Notice
      tone="info"
      announce="status"
      title={t('Try {title} {version} before the others?', { title, version })}
      actions={
        <>
          <Button size="small" variant="primary" isPending={isPending} onPress={() => void begin()}>
            {t('Begin the preview')}
          </Button>
          {notNow}
        </>
      }
    >
      {t('{owner} asks you to try it until {end}. It works with your rights; what you send from it is real.', {
        owner,
        end: endText(linked),
      })}
      {refusal !== null && <p role="alert">{refusal}</p>}
    </Notice>
  );
}
