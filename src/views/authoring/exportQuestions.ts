import { writeAiken } from '../../../common/authoring/formats/aiken.ts';
import { writeGift } from '../../../common/authoring/formats/gift.ts';
import type { AuthoredQuiz } from '../../../contract/authoring.ts';
import { downloadBlob, downloadText } from '../../ui/download.ts';
import type { Pictures } from './pictures.ts';

const writers = { gift: writeGift, aiken: writeAiken };
/** Formats that questions can be saved in. */
export type ExportFormat = keyof typeof writers | 'qti';

/** A file name without signs that systems do not take. */
const fileName = (title: string) =>
  title
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .slice(0, 80) || 'quiz';

/** Saves the questions in a file. Returns how many the format has no way to write. Throws a problem if a picture cannot be loaded. */
export async function exportQuestions(
  { title, questions }: AuthoredQuiz,
  format: ExportFormat,
  load: (picture_id: string) => ReturnType<Pictures['load']>,
): Promise<number> {
  if (format === 'qti') {
    const { writeQti } = await import('../../../common/authoring/formats/qtiWriter.ts');
    const { bytes, left } = await writeQti(title, questions, load);
    if (left.length < questions.length) downloadBlob(`${fileName(title)}.zip`, new Blob([bytes as BlobPart], { type: 'application/zip' }));
    return left.length;
  }
  const { text, left } = writers[format](questions);
  if (text !== '') downloadText(`${fileName(title)}.${format}.txt`, 'text/plain', text);
  return left.length;
}
