import { quizLimits } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconPlus, IconX } from '../../ui/icons.ts';
import { Text } from '../../ui/Layout.tsx';
import { TextField } from '../../ui/TextField.tsx';
import s from './authoring.module.css';
import { focusField, onEnter } from './rows.ts';

interface TextListProps {
  label: string;
  /** Name of a line. */
  name: (number: number) => string;
  addLabel: string;
  texts: readonly string[];
  most: number;
  error?: string | null;
  onChange: (texts: string[], field: string, isTyped: boolean) => void;
}

/** Lines of text that can be added and removed. */
export function TextList({ label, name, addLabel, texts, most, error, onChange }: TextListProps) {
  const add = () => onChange([...texts, ''], 'list', false);
  return (
    <fieldset className={s.list} data-list>
      <legend>{label}</legend>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity, and its field holds no state of its own.
        <div key={index} className={s.line}>
          <div className={s.grow}>
            <TextField
              label={name(index + 1)}
              isLabelHidden
              autoComplete="off"
              placeholder={name(index + 1)}
              value={text}
              maxLength={quizLimits.line}
              onChange={(typed) => onChange(texts.with(index, typed), String(index), true)}
              onKeyDown={(event) =>
                onEnter(event, (list) => {
                  if (index + 1 === texts.length && index + 1 < most) add();
                  focusField(list, index + 1);
                })
              }
            />
          </div>
          <IconButton
            size="small"
            icon={IconX}
            label={m.authoring_line_remove({ line: name(index + 1) })}
            onPress={() => onChange(texts.toSpliced(index, 1), 'list', false)}
          />
        </div>
      ))}
      {error ? (
        <Text tone="danger" size={2}>
          {error}
        </Text>
      ) : null}
      <div>
        <Button size="small" icon={IconPlus} reason={texts.length < most ? null : m.authoring_full({ most })} onPress={add}>
          {addLabel}
        </Button>
      </div>
    </fieldset>
  );
}
