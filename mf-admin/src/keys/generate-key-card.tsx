import { useCallback, useRef, useState, type ReactNode, type RefObject } from 'react';
import { calls, type AnswerOf } from '@device-console/shared-lib/contract';
import { useConsole, useSession } from '@device-console/shared-lib/console';
import { Actions, Button, Card, Form, TextField } from '@device-console/shared-lib/ui';
import { FailureNotice } from '../change/failure-notice.tsx';
import { useChange } from '../change/use-change.ts';
import { KeyBounds } from './key-bounds.tsx';
import { boundsOf, draftProblems, emptyDraft, type KeyDraft } from './key-draft.ts';
import { NewKeyDialog, type NewKey } from './new-key-dialog.tsx';
import { t } from '../t.ts';

const failureTexts = { refused: t('Error generating the key. Please try again.') };

/** What a back end lasts keys for where it does not say. */
const MOST_DAYS = 3_650;

interface GenerateKeyCardProps {
  /** The list, whose answer says how long keys last; null while it is fetched. */
  readonly list: AnswerOf<typeof calls.viewKeys> | null;
  readonly onChanged: () => void;
}

function useGenerateKey() {
  const { api } = useConsole();
  const { id, email } = useSession();
  return useChange(
    useCallback(
      ({ name, ...bounds }: KeyDraft, transactionId: string) =>
        api.call(
          calls.generateKey,
          { key_name: name.trim(), user_id: id || email, ...boundsOf({ name, ...bounds }) },
          { transactionId },
        ),
      [api, id, email],
    ),
    failureTexts,
  );
}

/** Makes a key and shows it once: it is forgotten with its dialog (K1, K2, D21, D21a). */
export function GenerateKeyCard({ list, onChanged }: GenerateKeyCardProps): ReactNode {
  const { api } = useConsole();
  const [draft, setDraft] = useState<KeyDraft>(emptyDraft);
  const [wasTried, setWasTried] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [made, setMade] = useState<NewKey | null>(null);
  const { state, send, clear } = useGenerateKey();
  const problems = draftProblems(draft, list?.key_days_most ?? MOST_DAYS);
  const shown: Partial<typeof problems> = wasTried ? problems : {};
  const generate = async (): Promise<void> => {
    const isWrong = Object.values(problems).includes(true);
    setWasTried(isWrong);
    if (problems.name) field.current?.focus();
    if (problems.days || problems.perMinute) setUnfolded(true);
    if (isWrong) return;
    const result = await send(draft);
    if (result.status === 'done') {
      setMade(newKeyOf(draft.name.trim(), result.answer));
      setDraft(emptyDraft);
      onChanged();
    } else if (result.failure.outcome === 'unknown') onChanged();
  };
  const change = (changed: Partial<KeyDraft>): void => {
    setDraft((before) => ({ ...before, ...changed }));
    if (state.status === 'failed') clear();
  };
  return (
    <Card title={t('New key')} description={t('The key is shown once, right after it is made.')}>
      <Form aria-label={t('New key')} onSubmit={() => void generate()}>
        <NameField value={draft.name} field={field} isWrong={shown.name === true} onChange={change} />
        <Actions>
          <Button type="submit" variant="primary" isPending={state.status === 'sending'}>
            {t('Generate Key')}
          </Button>
        </Actions>
        {api.offers(calls.generateKey, 'days') && (
          <KeyBounds
            draft={draft}
            problems={shown}
            days={list?.key_days ?? null}
            mostDays={list?.key_days_most ?? null}
            isUnfolded={isUnfolded}
            onFold={setUnfolded}
            onChange={change}
          />
        )}
      </Form>
      {state.status === 'failed' && (
        <FailureNotice
          failure={state.failure}
          afterUnknown={t(
            'The reply was lost, so the key may have been made anyway. The list below has been reloaded. If a new ' +
              'key of this name is there, nobody has seen it: deactivate it, then generate another.',
          )}
        />
      )}
      {made && <NewKeyDialog made={made} onClose={() => setMade(null)} />}
    </Card>
  );
}

/** The key, or the sentence that stands in its place: of an existing back end, or of a request that came before. */
function newKeyOf(name: string, { key, message }: AnswerOf<typeof calls.generateKey>): NewKey {
  return key === '' ? { name, label: t('Server reply'), text: message } : { name, label: t('Key'), text: key };
}

interface NameFieldProps {
  readonly value: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly isWrong: boolean;
  readonly onChange: (changed: Pick<KeyDraft, 'name'>) => void;
}

function NameField({ value, field, isWrong, onChange }: NameFieldProps): ReactNode {
  return (
    <TextField
      label={t('Key Name')}
      description={t('The system that will use it, such as Collections')}
      value={value}
      onChange={(name) => onChange({ name })}
      inputRef={field}
      autoComplete="off"
      errorMessage={isWrong ? t('The key needs a name of at most 64 characters.') : undefined}
    />
  );
}
