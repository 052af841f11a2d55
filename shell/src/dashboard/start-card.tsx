import { useRef, useState, type ClipboardEvent, type ReactNode } from 'react';
import { imeisIn, type Command, type ImeisInText } from '@device-console/shared-lib/contract';
import { formatCount, useAddresses, useBatchHandover, withImei } from '@device-console/shared-lib/console';
import { imeiListFile } from '@device-console/shared-lib/csv';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import { Button, buttonClass, Card, Form, HiddenText, Notice, TextField } from '@device-console/shared-lib/ui';
import { unusedText } from '@device-console/shared-lib/ui/host';
import { FileDropArea, TABLE_FILES } from '@device-console/shared-lib/imei-file';
import { EntryIcon } from '../navigation/entry-icon.tsx';
import type { Permitted } from './permitted.ts';
import styles from './dashboard.module.css';
import { t } from '../t.ts';

type Given =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'imei'; readonly imei: string; readonly unused: readonly string[] }
  | ({ readonly kind: 'list' } & ImeisInText)
  | { readonly kind: 'file'; readonly file: File };

function givenIn(text: string, file: File | null): Given {
  if (file) return { kind: 'file', file };
  const found = imeisIn(text);
  const [imei] = found.imeis;
  if (imei === undefined) return { kind: 'nothing' };
  return found.imeis.length === 1 ? { kind: 'imei', imei, unused: found.unused } : { kind: 'list', ...found };
}

function useGiven() {
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const given = givenIn(text, file);
  const change = (next: string): void => {
    setText(next);
    setFile(null);
    setProblem(null);
  };
  return {
    text,
    given,
    problem,
    change,
    missImei: () => setProblem(t('There is no IMEI of 15 digits in this text.')),
    choose: (files: FileList | null): void => {
      const [first] = files ?? [];
      if (!files || !first) return;
      setProblem(
        files.length > 1
          ? t('{count} files were dropped. Please drop one file at a time.', { count: formatCount(files.length) })
          : null,
      );
      setText('');
      setFile(files.length > 1 ? null : first);
    },
    /** The field has one line; keep the pasted lines apart. */
    paste: (event: ClipboardEvent): void => {
      const pasted = event.clipboardData.getData('text');
      if (!/[\r\n]/.test(pasted.trim())) return;
      event.preventDefault();
      change(`${text} ${pasted.replaceAll(/\s+/g, ' ')}`.trim());
    },
  };
}

/**
 * One field for an IMEI, several IMEIs or a file, with the operator's commands. An IMEI opens its device; a list or
 * file opens the batch card of the chosen command. Sends nothing.
 */
export function StartCard({ permitted }: { readonly permitted: Permitted }): ReactNode {
  const { text, given, problem, change, missImei, choose, paste } = useGiven();
  const navigate = useNavigate();
  const submit = (): void => {
    const device = given.kind === 'imei' ? permitted.deviceOf(given.imei) : null;
    if (device !== null) void navigate(device);
    else if (given.kind === 'nothing') missImei();
  };
  const takesFiles = permitted.commands.length > 0;
  if (!takesFiles && !permitted.mayShowDevices)
    return (
      <Card title={t('Find or command devices')}>
        <NoCommands />
      </Card>
    );
  return (
    <Card title={t('Find or command devices')}>
      <FileDropArea onFiles={takesFiles ? choose : undefined}>
        <div className={styles['drop']}>
          <Form onSubmit={submit}>
            <div className={styles['startRow']}>
              <div className={styles['grow']} onPasteCapture={paste}>
                <TextField
                  label={t('IMEI numbers')}
                  description={t(
                    'One IMEI opens its device. Paste several, or drop a CSV or Excel file here, to prepare a batch.',
                  )}
                  errorMessage={problem ?? undefined}
                  value={text}
                  onChange={change}
                  autoComplete="off"
                  spellCheck="false"
                  digits
                />
              </div>
              {permitted.mayShowDevices && (
                <Button type="submit" variant="primary" isDisabled={given.kind === 'list' || given.kind === 'file'}>
                  {t('Show device')}
                </Button>
              )}
              {takesFiles && <FileButton onChoose={choose} />}
            </div>
          </Form>
          <GivenHint given={given} onClear={() => change('')} />
          <CommandButtons given={given} commands={permitted.commands} />
        </div>
      </FileDropArea>
    </Card>
  );
}

function NoCommands(): ReactNode {
  return <p className={styles['muted']}>{t('You have no permission for a command. Your admin can give you some.')}</p>;
}

function FileButton({ onChoose }: { readonly onChoose: (files: FileList | null) => void }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onPress={() => input.current?.click()}>{t('Choose a file')}</Button>
      <input
        ref={input}
        type="file"
        accept={TABLE_FILES}
        hidden
        aria-label={t('Choose a file')}
        onChange={({ target }) => {
          onChoose(target.files);
          target.value = '';
        }}
      />
    </>
  );
}

function hintOf(given: Given): string {
  switch (given.kind) {
    case 'nothing':
      return '';
    case 'imei':
      return [t('Choose a command to open it with this IMEI. Nothing is sent by that.'), unusedText(given.unused)].join(
        ' ',
      );
    case 'list':
      return [
        t('{count} IMEIs. Choose the command of their batch; nothing is sent before you start it.', {
          count: formatCount(given.imeis.length),
        }),
        ...(given.repeated > 0
          ? [
              t('{count, plural, one {{count} repeated one is} other {{count} repeated ones are}} left out.', {
                count: formatCount(given.repeated),
              }),
            ]
          : []),
        unusedText(given.unused),
      ].join(' ');
    case 'file':
      return t('{name}. Choose the command of its batch; nothing is sent before you start it.', {
        name: given.file.name,
      });
  }
}

/** What the commands below apply to; announced on change. */
function GivenHint({ given, onClear }: { readonly given: Given; readonly onClear: () => void }): ReactNode {
  if (given.kind === 'nothing') return null;
  return (
    <Notice
      tone="info"
      actions={
        <Button size="small" variant="quiet" onPress={onClear}>
          {t('Clear')}
        </Button>
      }
    >
      {hintOf(given)}
    </Notice>
  );
}

interface CommandButtonsProps {
  readonly given: Given;
  readonly commands: readonly Command[];
}

/** Links to the commands' screens; they pass the IMEI, list or file on. */
function CommandButtons({ given, commands }: CommandButtonsProps): ReactNode {
  const { to } = useAddresses();
  const { handOver } = useBatchHandover();
  if (commands.length === 0) return <NoCommands />;
  const isMany = given.kind === 'list' || given.kind === 'file';
  const takesMany = ({ batch }: Command): boolean => batch !== null && (given.kind === 'file' || batch.file === 'imei');
  const shown = isMany ? commands.filter(takesMany) : commands;
  return (
    <>
      <HiddenText>
        <h3>{t('Commands')}</h3>
      </HiddenText>
      <ul className={styles['commands']} aria-label={t('Commands')}>
        {shown.map(({ id, title, screen, icon }) => (
          <li key={id}>
            {isMany ? (
              <Button
                onPress={() =>
                  handOver(
                    id,
                    given.kind === 'file'
                      ? given.file
                      : imeiListFile([...given.imeis, ...given.unused], t('imeis.csv')),
                  )
                }
              >
                <EntryIcon name={icon} />
                {t.known(title)}
              </Button>
            ) : (
              <Link
                className={buttonClass({})}
                to={given.kind === 'imei' ? withImei(to(screen), given.imei) : to(screen)}
              >
                <EntryIcon name={icon} />
                {t.known(title)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
