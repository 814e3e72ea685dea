import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { Button } from './Button.tsx';
import s from './FileDrop.module.css';
import { IconUpload } from './icons.ts';
import n from './native.module.css';

interface FileDropProps {
  label: string;
  /** Which files are expected, in words. */
  description?: ReactNode;
  /** Extensions in lower case: ['.csv', '.zip']. Absent: any. */
  accept?: readonly string[];
  /** Largest size of one file. */
  maxBytes?: number;
  isMultiple?: boolean;
  onFiles: (files: File[]) => void;
  /** An error of the last files, beyond extension and size. */
  error?: string | null | undefined;
}

const size = (bytes: number) =>
  new Intl.NumberFormat(getLocale(), { style: 'unit', unit: bytes < 1e6 ? 'kilobyte' : 'megabyte', maximumFractionDigits: 1 }).format(
    bytes / (bytes < 1e6 ? 1e3 : 1e6),
  );

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Dropped files, without folders. */
const droppedFiles = ({ dataTransfer }: DragEvent): File[] =>
  [...dataTransfer.items].flatMap((item) => {
    const file = item.kind === 'file' && !item.webkitGetAsEntry()?.isDirectory ? item.getAsFile() : null;
    return file ? [file] : [];
  });

/** A drop zone that also opens a file chooser. Rejects wrong extensions and sizes with a reason, and passes on the rest. */
export function FileDrop({ label, description, accept, maxBytes, isMultiple = false, onFiles, error }: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
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
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not accept drops in every browser */}
      <div
        role="group"
        className={s.zone}
        aria-labelledby={id}
        data-drop-target={isOver || undefined}
        onDragOver={(event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          event.dataTransfer.dropEffect = 'copy';
          setOver(true);
        }}
        onDragLeave={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
        }}
        onDrop={(event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          setOver(false);
          take(droppedFiles(event));
        }}
      >
        <IconUpload size={28} stroke={1.5} aria-hidden="true" />
        <span id={id} className={s.label}>
          {label}
        </span>
        {description ? <div className={n.note}>{description}</div> : null}
        <input
          ref={input}
          type="file"
          hidden
          accept={accept?.join(',')}
          multiple={isMultiple}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            // Lets the same file be chosen again.
            currentTarget.value = '';
            if (files.length) take(files);
          }}
        />
        <Button onPress={() => input.current?.click()}>{isMultiple ? m.ui_file_choose_many() : m.ui_file_choose()}</Button>
        <span className={n.note}>{m.ui_file_or_drop()}</span>
      </div>
      <p role="alert" className={n.error} hidden={!problem}>
        {problem}
      </p>
    </div>
  );
}
