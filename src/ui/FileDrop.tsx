import { type ReactNode, useState } from 'react';
import { Button as AriaButton, DropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { buttonClass } from './Button.tsx';
import s from './FileDrop.module.css';
import { IconUpload } from './icons.ts';
import n from './native.module.css';

interface FileDropProps {
  label: string;
  /** What files are wanted, in words. */
  description?: ReactNode;
  /** Endings, lower case: ['.csv', '.zip']. Absent: any. */
  accept?: readonly string[];
  /** Largest size of one file. */
  maxBytes?: number;
  isMultiple?: boolean;
  onFiles: (files: File[]) => void;
  /** What was wrong with the last files, beyond ending and size. */
  error?: string | null | undefined;
}

const size = (bytes: number) =>
  new Intl.NumberFormat(getLocale(), { style: 'unit', unit: bytes < 1e6 ? 'kilobyte' : 'megabyte', maximumFractionDigits: 1 }).format(
    bytes / (bytes < 1e6 ? 1e3 : 1e6),
  );

/** A place to drop files on, or to choose them. Refuses wrong endings and sizes with a reason, and passes on the rest. */
export function FileDrop({ label, description, accept, maxBytes, isMultiple = false, onFiles, error }: FileDropProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const take = (files: File[]) => {
    const problems: string[] = [];
    const good = files.filter((file) => {
      if (accept && !accept.some((ending) => file.name.toLowerCase().endsWith(ending)))
        problems.push(m.ui_file_wrong_kind({ name: file.name, accept: accept.join(', ') }));
      else if (maxBytes !== undefined && file.size > maxBytes)
        problems.push(m.ui_file_too_large({ name: file.name, size: size(file.size), max: size(maxBytes) }));
      else return true;
      return false;
    });
    if (!isMultiple && good.length > 1) problems.push(m.ui_file_only_one());
    setRefused(problems.length ? problems.join(' ') : null);
    const wanted = isMultiple ? good : good.slice(0, 1);
    if (wanted.length) onFiles(wanted);
  };
  const problem = refused ?? error;
  return (
    <div className={n.field}>
      <DropZone
        className={s.zone}
        aria-label={label}
        getDropOperation={() => 'copy'}
        onDrop={async ({ items }) => take(await Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())))}
      >
        <IconUpload size={28} stroke={1.5} aria-hidden="true" />
        <Text slot="label" className={s.label}>
          {label}
        </Text>
        {description ? <div className={n.note}>{description}</div> : null}
        <FileTrigger
          acceptedFileTypes={accept}
          allowsMultiple={isMultiple}
          onSelect={(list) => {
            if (list?.length) take([...list]);
          }}
        >
          <AriaButton className={buttonClass('secondary', 'medium')}>
            {isMultiple ? m.ui_file_choose_many() : m.ui_file_choose()}
          </AriaButton>
        </FileTrigger>
        <span className={n.note}>{m.ui_file_or_drop()}</span>
      </DropZone>
      <p role="alert" className={n.error} hidden={!problem}>
        {problem}
      </p>
    </div>
  );
}
