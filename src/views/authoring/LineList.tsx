import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconPlus, IconX } from '../../ui/icons.ts';
import { Text } from '../../ui/Layout.tsx';
import s from './authoring.module.css';

interface LineListProps {
  label: string;
  addLabel: string;
  count: number;
  most: number;
  error?: string | null | undefined;
  /** Null: there are as many as there can be. */
  onAdd: (() => void) | null;
  /** `Line`s. */
  children: ReactNode;
}

/** Lines that can be added, with what is wrong with them together. */
export const LineList = ({ label, addLabel, count, most, error, onAdd, children }: LineListProps) => (
  <fieldset className={s.list} data-list>
    <legend>{label}</legend>
    {children}
    {error ? (
      <Text tone="danger" size={2}>
        {error}
      </Text>
    ) : null}
    {onAdd ? (
      <div>
        <Button size="small" icon={IconPlus} reason={count < most ? null : m.authoring_full({ most })} onPress={onAdd}>
          {addLabel}
        </Button>
      </div>
    ) : null}
  </fieldset>
);

interface LineProps {
  removeLabel: string;
  /** Null: it stays. */
  onRemove: (() => void) | null;
  children: ReactNode;
}

/** One line, with a button that removes it if it can be removed. */
export const Line = ({ removeLabel, onRemove, children }: LineProps) => (
  <div className={s.line}>
    {children}
    {onRemove ? <IconButton size="small" icon={IconX} label={removeLabel} onPress={onRemove} /> : null}
  </div>
);
