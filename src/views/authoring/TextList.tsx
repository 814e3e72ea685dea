import { quizLimits } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';
import { TextField } from '../../ui/TextField.tsx';
import s from './authoring.module.css';
import { Line, LineList } from './LineList.tsx';
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
    <LineList label={label} addLabel={addLabel} count={texts.length} most={most} error={error} onAdd={add}>
      {texts.map((text, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity, and its field holds no state of its own.
          key={index}
          removeLabel={m.authoring_line_remove({ line: name(index + 1) })}
          onRemove={() => onChange(texts.toSpliced(index, 1), 'list', false)}
        >
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
        </Line>
      ))}
    </LineList>
  );
}
