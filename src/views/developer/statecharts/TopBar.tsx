import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/Button.tsx';
import { IconArrowLeft, IconExternalLink } from '../../../ui/icons.ts';
import { Link } from '../../../ui/Link.tsx';
import { Select } from '../../../ui/Select.tsx';
import { paths } from '../../paths.ts';
import s from './statecharts.module.css';

const self = 'self';

interface TopBarProps {
  /** Other windows that record. */
  windows: readonly { id: string; title: string }[];
  /** Id of the window that is watched; null for this one. */
  watched: string | null;
  onWatch: (window: string | null) => void;
  onSecondWindow: () => void;
  onGuide: () => void;
}

/** The title, and which window is watched. */
export function TopBar({ windows, watched, onWatch, onSecondWindow, onGuide }: TopBarProps) {
  return (
    <header className={s.top}>
      <Link href={paths.signIn} look="plain">
        <IconArrowLeft size="1.2em" stroke={1.75} aria-hidden="true" /> {m.developer_back()}
      </Link>
      <h1>{m.developer_title()}</h1>
      <span className={s.space} />
      {windows.length > 0 || watched ? (
        <Select
          label={m.developer_window()}
          isLabelHidden
          value={watched ?? self}
          options={[
            { key: self, label: m.developer_this_window() },
            ...windows.map(({ id, title }) => ({ key: id, label: title })),
            ...(watched && !windows.some(({ id }) => id === watched) ? [{ key: watched, label: m.developer_reason_window_gone() }] : []),
          ]}
          onChange={(key) => onWatch(key === self ? null : key)}
        />
      ) : null}
      <Button size="small" variant="quiet" onPress={onGuide}>
        {m.developer_guide()}
      </Button>
      <Button size="small" variant="quiet" icon={IconExternalLink} onPress={onSecondWindow}>
        {m.developer_second_window()}
      </Button>
    </header>
  );
}
