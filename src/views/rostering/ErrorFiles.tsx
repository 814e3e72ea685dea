import type { RosterCheck, RosterJob, RosterOptions } from '../../../contract/rostering/job.ts';
import type { FileToSend } from '../../machines/rostering/rosterFileMachine.ts';
import { m } from '../../paraglide/messages.js';
import { writeErrorFile } from '../../services/rostering/rostering.ts';
import { Button } from '../../ui/Button.tsx';
import { downloadBlob } from '../../ui/download.ts';
import { IconDownload } from '../../ui/icons.ts';
import { useApp } from '../app.ts';
import { useNotices } from '../hooks.ts';
import { rowWords } from './findingWords.ts';

interface ErrorFilesProps {
  names: readonly string[];
  check: RosterCheck;
  options: RosterOptions;
  /** The files, if this page has them. Otherwise the files of `job` are used. */
  files: readonly FileToSend[];
  /** The import, once the server has checked it. */
  job: RosterJob | null;
}
const most = 3;

/** Downloads the files of an upload with the errors of each row, to fix and upload again. */
export function ErrorFiles({ names, check, options, files, job }: ErrorFilesProps) {
  const { send } = useApp();
  const notices = useNotices();
  const download = async (name: string) => {
    try {
      const words = (one: Parameters<typeof rowWords>[0]) => rowWords(one, check, options.mends);
      const file = await writeErrorFile(send, files, { job, options, name }, words, m.rostering_error_column());
      // A file that was uploaded with its errors keeps its name.
      downloadBlob(`${name.replace(/(-errors)?\.\w+$/, '')}-errors.csv`, file);
    } catch {
      notices.send({ type: 'notice.posted', kind: 'error', text: m.rostering_error_file_failed() });
    }
  };
  return names.slice(0, most).map((name) => (
    <Button key={name} icon={IconDownload} variant="quiet" onPress={() => void download(name)}>
      {m.rostering_error_file({ name })}
    </Button>
  ));
}
