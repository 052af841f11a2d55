import { memo, useState, type ReactNode } from 'react';
import { copyText } from '@device-console/shared-lib/console';
import { Button, classes } from '@device-console/shared-lib/ui';
import styles from './gallery.module.css';
import { anchorOf, importLine, type Example, type Part } from './part.ts';
import { themesOf, type Theme, type ThemeChoice } from './theme.ts';

const copyTexts = { waiting: 'Copy', copied: 'Copied', refused: 'Not copied: select the line' } as const;

/** The line to import a part by, and a button that copies it. */
function ImportLine({ part }: { readonly part: Part }): ReactNode {
  const [state, setState] = useState<keyof typeof copyTexts>('waiting');
  const line = importLine(part);
  const copy = async (): Promise<void> => setState((await copyText(line)) ? 'copied' : 'refused');
  return (
    <div className={styles['importLine']}>
      <code>{line}</code>
      <Button
        size="small"
        variant="quiet"
        aria-label={`${copyTexts[state]}: import of ${part.name}`}
        onPress={() => void copy()}
      >
        {copyTexts[state]}
      </Button>
    </div>
  );
}

/** One example in one theme. */
function Stage({ example, theme }: { readonly example: Example; readonly theme: Theme | null }): ReactNode {
  const { shown, size } = example;
  const isReduced = size === 'page' || size === 'window';
  return (
    <div
      className={classes(styles['stage'], theme !== null && styles[theme], isReduced && styles[size])}
      inert={isReduced}
    >
      {isReduced ? <div className={styles['reduced']}>{shown}</div> : shown}
    </div>
  );
}

function ShownExample({ example, choice }: { readonly example: Example; readonly choice: ThemeChoice }): ReactNode {
  return (
    <figure className={styles['example']} data-size={choice === 'both' ? 'line' : example.size}>
      <figcaption className={styles['caption']}>{example.caption}</figcaption>
      <div className={styles['stages']}>
        {themesOf(choice).map((theme) => (
          <Stage key={theme} example={example} theme={theme} />
        ))}
      </div>
    </figure>
  );
}

interface PartSectionProps {
  readonly part: Part;
  readonly choice: ThemeChoice;
}

/** One part: how to import it, when to use it, and its examples. Drawn again only for another theme. */
export const PartSection = memo(function PartSection({ part, choice }: PartSectionProps): ReactNode {
  const id = anchorOf(part.name);
  return (
    <section id={id} className={styles['part']} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h3 id={`${id}-title`} className={styles['name']}>
        {part.name}
      </h3>
      <p className={styles['use']}>{part.use}</p>
      <ImportLine part={part} />
      <div className={classes(styles['examples'], part.isSmall && styles['small'])}>
        {part.examples.map((example) => (
          <ShownExample key={example.caption} example={example} choice={choice} />
        ))}
      </div>
    </section>
  );
});
