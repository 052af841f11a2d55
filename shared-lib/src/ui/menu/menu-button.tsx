import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Button, type ButtonSize } from '../button/button.tsx';
import { classes } from '../props.ts';
import styles from './menu-button.module.css';

/** One choice of a {@link MenuButton}. */
export interface MenuChoice {
  readonly id: string;
  readonly label: string;
  /** Red: it cannot be undone. */
  readonly isDanger?: boolean | undefined;
}

export interface MenuButtonProps {
  readonly label: string;
  /** Shows three dots instead of the label, where even that is too wide. */
  readonly isIconOnly?: boolean | undefined;
  /** The name for assistive tools: the label, and in a row also its subject. */
  readonly spokenLabel?: string | undefined;
  readonly choices: readonly MenuChoice[];
  readonly onChoose: (id: string) => void;
  readonly size?: ButtonSize | undefined;
  /** Keeps its focus and does not open while a choice runs. */
  readonly isPending?: boolean | undefined;
}

/** A button with a menu of choices, for rows without room for more buttons. */
export function MenuButton(props: MenuButtonProps) {
  const {
    label,
    isIconOnly = false,
    spokenLabel = isIconOnly ? label : undefined,
    choices,
    onChoose,
    size,
    isPending,
  } = props;
  return (
    <MenuTrigger>
      <Button
        size={size}
        isPending={isPending}
        icon={isIconOnly ? 'more' : 'chevron'}
        aria-haspopup="menu"
        aria-label={spokenLabel}
      >
        {!isIconOnly && label}
      </Button>
      <Popover className={styles['popover'] ?? ''} data-overlay="" placement="bottom start" offset={4}>
        <Menu
          className={styles['menu'] ?? ''}
          aria-label={spokenLabel ?? label}
          onAction={(key) => onChoose(String(key))}
        >
          {choices.map(({ id, label: name, isDanger = false }) => (
            <MenuItem key={id} id={id} className={classes(styles['item'], isDanger && styles['danger'])}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
