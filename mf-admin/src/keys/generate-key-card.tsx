import { useRef, useState, type ReactNode } from 'react';
import { calls, type AnswerOf, commandList, type BodyOf } from '@device-console/shared-lib/contract';
import { useConsole, useInvalidate, useSession, copyText } from '@device-console/shared-lib/console';
import { Actions, Button, Card, Form, TextField, Columns, Stack, Notice } from '@device-console/shared-lib/ui';
import { Checkbox, CheckboxGroup } from '@device-console/shared-lib/ui/fields';
import { ConfirmDialog, Dialog } from '@device-console/shared-lib/ui/dialog';
import { FailureNotice, useChange } from '../change/use-change.tsx';
import { t } from '../t.ts';
import styles from './keys.module.css';

interface KeyDraft {
  readonly name: string;
  readonly days: string;
  /** Ids; an empty list means all. */
  readonly commands: readonly string[];
  readonly networks: string;
  readonly perMinute: string;
}

const emptyDraft: KeyDraft = { name: '', days: '', commands: [], networks: '', perMinute: '' };

const NAME_LIMIT = 64;
const COMMANDS_A_MINUTE = 1_000_000;

/** Excludes commands for superadmins only (D21). */
const keyCommands = commandList.filter(({ roles }) => roles === undefined);

function isCount(text: string, most: number): boolean {
  return text.trim() === '' || (/^\d{1,9}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most);
}

function draftProblems({ name, days, perMinute }: KeyDraft, mostDays: number) {
  return {
    name: name.trim() === '' || name.trim().length > NAME_LIMIT,
    days: !isCount(days, mostDays),
    perMinute: !isCount(perMinute, COMMANDS_A_MINUTE),
  };
}

const networksOf = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

type Bounds = Omit<BodyOf<typeof calls.generateKey>, 'key_name' | 'user_id'>;

/** Empty fields are not sent (K2). */
function boundsOf({ days, commands, networks, perMinute }: KeyDraft): Bounds {
  const addresses = networksOf(networks);
  return {
    ...(days.trim() === '' ? {} : { days: Number(days) }),
    ...(commands.length === 0 ? {} : { commands: [...commands] }),
    ...(addresses.length === 0 ? {} : { networks: [...addresses] }),
    ...(perMinute.trim() === '' ? {} : { per_minute: Number(perMinute) }),
  };
}

/** A new key, or an existing back end's sentence with the key in it. */
interface NewKey {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

type Copying = 'not-yet' | 'copied' | 'refused';

/** Shows a key once. Asks before closing until the key was copied (K1, D21). */
function NewKeyDialog({ made, onClose }: { readonly made: NewKey; readonly onClose: () => void }): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [copying, setCopying] = useState<Copying>('not-yet');
  const [isLeaving, setLeaving] = useState(false);
  const copy = async (): Promise<void> => {
    if (field.current) setCopying((await copyText(made.text, field.current)) ? 'copied' : 'refused');
  };
  const leave = (): void => {
    if (copying === 'copied') onClose();
    else setLeaving(true);
  };
  return (
    <Dialog
      title={t('Key {name}', { name: made.name })}
      isOpen
      size="wide"
      onClose={leave}
      actions={
        <>
          <Button onPress={leave}>{t('Close')}</Button>
          <Button variant="primary" autoFocus onPress={() => void copy()}>
            {t('Copy')}
          </Button>
        </>
      }
    >
      <Notice tone="warning" announce="off">
        {t('Copy it now and hand it over safely. It is not shown again.')}
      </Notice>
      <div className={styles['key']}>
        <TextField
          label={made.label}
          value={made.text}
          isReadOnly
          inputRef={field}
          autoComplete="off"
          spellCheck="false"
        />
      </div>
      {copying === 'copied' && <Notice tone="success">{t('Copied.')}</Notice>}
      {copying === 'refused' && (
        <Notice tone="warning">
          {t('This browser does not let the console copy. The key is selected: copy it with Ctrl+C or by hand.')}
        </Notice>
      )}
      <ConfirmDialog
        title={t('Close without copying?')}
        message={t(
          'The key has not been copied with the button. It is not shown again; without it you have to generate ' +
            'another.',
        )}
        tone="danger"
        isOpen={isLeaving}
        confirmLabel={t('I have the key')}
        cancelLabel={t('Back to the key')}
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      />
    </Dialog>
  );
}

interface KeyBoundsProps {
  readonly draft: KeyDraft;
  readonly problems: Partial<ReturnType<typeof draftProblems>>;
  readonly list: GenerateKeyCardProps['list'];
  readonly onChange: (changed: Partial<KeyDraft>) => void;
}

/** Days, commands, addresses and rate (K2). */
function KeyBounds({ draft, problems, list, onChange }: KeyBoundsProps): ReactNode {
  const { key_days: days = null, key_days_most: most = null } = list ?? {};
  const choose = (id: string, isSelected: boolean): void =>
    onChange({ commands: isSelected ? [...draft.commands, id] : draft.commands.filter((other) => other !== id) });
  return (
    <>
      <Columns of="fields">
        <TextField
          label={t('Lasts for days')}
          description={
            most === null
              ? t('Left empty: as long as the server says.')
              : days === null
                ? t('Left empty: no end. At most {most}.', { most })
                : t('Left empty: {days}. At most {most}.', { days, most })
          }
          value={draft.days}
          onChange={(text) => onChange({ days: text })}
          inputMode="numeric"
          autoComplete="off"
          digits
          errorMessage={problems.days ? t('Type a number of days up to the maximum.') : undefined}
        />
        <TextField
          label={t('From these addresses only')}
          description={t('Addresses or networks such as 192.0.2.0/24, with commas. Left empty: from anywhere.')}
          value={draft.networks}
          onChange={(text) => onChange({ networks: text })}
          autoComplete="off"
          spellCheck="false"
        />
        <TextField
          label={t('Commands a minute')}
          description={t('Left empty: without a limit.')}
          value={draft.perMinute}
          onChange={(text) => onChange({ perMinute: text })}
          inputMode="numeric"
          autoComplete="off"
          digits
          errorMessage={problems.perMinute ? t('Type a number above 0.') : undefined}
        />
      </Columns>
      <CheckboxGroup
        label={t('Commands that it may send')}
        description={t('None chosen: every command that your account may send.')}
      >
        {keyCommands.map(({ id, title }) => (
          <Checkbox key={id} isSelected={draft.commands.includes(id)} onChange={(isSelected) => choose(id, isSelected)}>
            {t.known(title)}
          </Checkbox>
        ))}
      </CheckboxGroup>
    </>
  );
}

const failureTexts = { refused: t('Error generating the key. Please try again.') };

/** Used if the back end states none. */
const MOST_DAYS = 3_650;

interface GenerateKeyCardProps {
  /** States how long keys last; null while it loads. */
  readonly list: AnswerOf<typeof calls.viewKeys> | null;
}

function useGenerateKey(made: (key: NewKey) => void) {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const { id, email } = useSession();
  return useChange({
    name: calls.generateKey.path,
    subjectOf: ({ name }: KeyDraft) => name.trim(),
    run: (draft: KeyDraft, transactionId) =>
      api.call(
        calls.generateKey,
        { key_name: draft.name.trim(), user_id: id || email, ...boundsOf(draft) },
        { transactionId },
      ),
    texts: failureTexts,
    done: (answer, { name }) => {
      made(newKeyOf(name.trim(), answer));
      invalidate(calls.viewKeys);
    },
    failed: ({ outcome }) => outcome === 'unknown' && invalidate(calls.viewKeys),
  });
}

/** Makes a key and shows it once; closing the dialog discards it (K1, K2, D21, D21a). */
export function GenerateKeyCard({ list }: GenerateKeyCardProps): ReactNode {
  const { api } = useConsole();
  const [draft, setDraft] = useState<KeyDraft>(emptyDraft);
  const [wasTried, setWasTried] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const [made, setMade] = useState<NewKey | null>(null);
  const { state, send, clear } = useGenerateKey((key) => {
    setMade(key);
    setDraft(emptyDraft);
  });
  const problems = draftProblems(draft, list?.key_days_most ?? MOST_DAYS);
  const shown: Partial<typeof problems> = wasTried ? problems : {};
  const generate = (): void => {
    const isWrong = Object.values(problems).includes(true);
    setWasTried(isWrong);
    if (problems.name) field.current?.focus();
    if (problems.days || problems.perMinute) setUnfolded(true);
    if (!isWrong) send(draft);
  };
  const change = (changed: Partial<KeyDraft>): void => {
    setDraft((before) => ({ ...before, ...changed }));
    if (state.status === 'failed') clear();
  };
  return (
    <Card title={t('New key')} description={t('The key is shown once, right after it is made.')}>
      <Form aria-label={t('New key')} onSubmit={generate}>
        <TextField
          label={t('Key Name')}
          description={t('The system that will use it, such as Collections')}
          value={draft.name}
          onChange={(name) => change({ name })}
          inputRef={field}
          autoComplete="off"
          errorMessage={shown.name ? t('The key needs a name of at most 64 characters.') : undefined}
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={state.status === 'sending'}>
            {t('Generate Key')}
          </Button>
        </Actions>
        {api.offers(calls.generateKey, 'days') && (
          <details
            className={styles['bounds']}
            open={isUnfolded}
            onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
          >
            <summary>{t('Limits (optional)')}</summary>
            <Stack>
              <KeyBounds draft={draft} problems={shown} list={list} onChange={change} />
            </Stack>
          </details>
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

/** A sentence comes from an existing back end, or because an earlier request made the key. */
function newKeyOf(name: string, { key, message }: AnswerOf<typeof calls.generateKey>): NewKey {
  return key === '' ? { name, label: t('Server reply'), text: message } : { name, label: t('Key'), text: key };
}
