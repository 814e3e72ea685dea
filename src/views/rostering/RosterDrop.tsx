import { type ReactNode, useState } from 'react';
import { mostRosterBytes } from '../../../contract/rostering/job.ts';
import type { FileToSend } from '../../machines/rostering/rosterFileMachine.ts';
import { m } from '../../paraglide/messages.js';
import { toSend } from '../../services/rostering/rostering.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import type { ImportKind } from './importKinds.ts';

const endings = { simple: ['.csv', '.txt', '.tsv', '.xlsx'], oneRoster: ['.csv', '.zip'] };
/** Largest import, in megabytes. */
export const most = mostRosterBytes / 1024 / 1024;

interface RosterDropProps {
  form: ImportKind['form'];
  label: string;
  description?: ReactNode;
  onFiles: (files: FileToSend[]) => void;
}

/** Where to choose the files of an import. Files that are too large together are refused with the reason. */
export function RosterDrop({ form, label, description, onFiles }: RosterDropProps) {
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = (chosen: File[]) => {
    const tooLarge = chosen.reduce((sum, { size }) => sum + size, 0) > mostRosterBytes;
    setTooLarge(tooLarge);
    if (!tooLarge) onFiles(toSend(chosen));
  };
  return (
    <FileDrop
      label={label}
      description={description}
      accept={endings[form]}
      isMultiple={form === 'oneRoster'}
      onFiles={choose}
      error={isTooLarge ? m.rostering_too_large({ megabytes: most }) : null}
    />
  );
}
