import { useRef, useState, type ClipboardEvent, createContext, useContext, type ReactNode } from 'react';
import {
  cleanImei,
  hasValidCheckDigit,
  imeisIn,
  IMEI_LENGTH,
  isImei,
  isRounded,
  type ImeisInText,
} from '../../contract/imei.ts';
import { TextField, type TextFieldProps } from '../field/text-field.tsx';
import { t } from '../../i18n/own.ts';
import { Button } from '../button/button.tsx';
import { type Scans, useScannerWatch } from './scanner.ts';
import styles from '../imei/imei.module.css';

const SHOWN = 5;

/** Names the digits in a text that are not an IMEI and were not used (Q2); '' if none. */
export function unusedText(unused: readonly string[]): string {
  if (unused.length === 0) return '';
  const shown = unused.slice(0, SHOWN).join(', ');
  const named = t('Not an IMEI of 15 digits: {list}.', {
    list:
      unused.length > SHOWN ? t('{shown} and {count} more', { shown, count: String(unused.length - SHOWN) }) : shown,
  });
  const rounded = unused.find(isRounded);
  if (rounded === undefined) return named;
  return `${named} ${t('A spreadsheet has rounded {number}: its last digits are lost.', { number: rounded })}`;
}

/** What the host does with several IMEIs pasted into one field; null: nothing. */
export const SeveralImeis = createContext<((imeis: readonly string[]) => void) | null>(null);

interface SeveralPastedProps {
  readonly pasted: Omit<ImeisInText, 'repeated'>;
  readonly onTaken: () => void;
}

/** Says that a list was pasted instead of one number, and offers to make a batch of it. */
function SeveralPasted({ pasted: { imeis, unused }, onTaken }: SeveralPastedProps): ReactNode {
  const take = useContext(SeveralImeis);
  const press = (): void => {
    onTaken();
    take?.([...imeis, ...unused]);
  };
  return (
    <div className={styles['several']} role="alert">
      <span>{`${t('{count} IMEIs.', { count: String(imeis.length) })} ${unusedText(unused)}`}</span>
      {take ? (
        <Button size="small" onPress={press}>
          {t('Make a batch?')}
        </Button>
      ) : (
        <span>{` ${t('This field takes one of them.')}`}</span>
      )}
    </div>
  );
}

export interface ImeiFieldProps extends Pick<
  TextFieldProps,
  'description' | 'errorMessage' | 'isRequired' | 'isDisabled' | 'isReadOnly' | 'autoFocus'
> {
  readonly label?: string | undefined;
  readonly value: string;
  /** Gets the text without the spaces, dashes and slashes of a pasted IMEI. */
  readonly onChange: (imei: string) => void;
  /** Called each time the input becomes exactly 15 digits (L1, A1). */
  readonly onComplete?: ((imei: string) => void) | undefined;
  /** Replaces the field's own words for any invalid value, an empty one too (A1, D22). */
  readonly invalidText?: string | undefined;
  /** Makes this the page's field for scans, wherever the focus is. */
  readonly scans?: Scans | undefined;
}

/** As wide as a digit: the count does not move the text before it. */
const FIGURE_SPACE = '\u2007';

const countDigits = (text: string): number => text.replace(/\D/g, '').length;

function imeiProblem(text: string, isRequired: boolean): string | null {
  if (text === '') return isRequired ? t('Please provide 15 digit IMEI number') : null;
  if (isImei(text)) return null;
  return /^\d*$/.test(text)
    ? t('IMEI number must be exactly {imeiLength} digits; this one has {count}.', {
        imeiLength: IMEI_LENGTH,
        count: text.length,
      })
    : t('An IMEI has digits only. Please remove the other characters.');
}

/** A field's warning about a failing check digit: the IMEI may still be sent. */
export function checkDigitWarning(imei: string): string | undefined {
  return isImei(imei) && !hasValidCheckDigit(imei)
    ? t('The check digit is wrong. Please compare this IMEI with the device before you continue.')
    : undefined;
}

/**
 * A number of 15 digits, kept as text because leading zeros exist (C1, D10). Faults show when the field is left or its
 * form is sent, too many digits at once; a failing check digit only warns. Several pasted IMEIs are not joined: they
 * can become a batch if {@link SeveralImeis} is provided.
 */
export function ImeiField(props: ImeiFieldProps) {
  const { value, onChange, onComplete, invalidText, isRequired, scans, ...rest } = props;
  const { label = t('IMEI number'), description = t('Please provide 15 digit IMEI number') } = props;
  const problemOf = (text: string) =>
    invalidText === undefined ? imeiProblem(text, isRequired ?? false) : isImei(text) ? null : invalidText;
  const tooLong = value.length > IMEI_LENGTH ? (problemOf(value) ?? undefined) : undefined;

  const [pasted, setPasted] = useState<ImeisInText | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useScannerWatch({ field: input, fill: take, scans });

  function take(text: string) {
    setPasted(null);
    const imei = cleanImei(text);
    onChange(imei);
    if (isImei(imei) && imei !== value) onComplete?.(imei);
  }

  function paste(event: ClipboardEvent) {
    const found = imeisIn(event.clipboardData.getData('text'));
    if (found.imeis.length < 2) return;
    event.preventDefault();
    setPasted(found);
  }

  return (
    <>
      <TextField
        autoComplete="off"
        {...rest}
        inputRef={input}
        label={label}
        description={description}
        value={value}
        onChange={take}
        onPaste={paste}
        isRequired={isRequired}
        type="text"
        inputMode="numeric"
        spellCheck="false"
        digits
        validate={problemOf}
        errorMessage={rest.errorMessage ?? tooLong}
        warningMessage={checkDigitWarning(value)}
        suffix={`${String(countDigits(value)).padStart(2, FIGURE_SPACE)}/${IMEI_LENGTH}`}
      />
      {pasted && <SeveralPasted pasted={pasted} onTaken={() => setPasted(null)} />}
    </>
  );
}
