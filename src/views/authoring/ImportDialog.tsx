import { useState } from 'react';
import { readAiken } from '../../../common/authoring/formats/aiken.ts';
import { readGift } from '../../../common/authoring/formats/gift.ts';
import type { ReadQuestions } from '../../../common/authoring/formats/reading.ts';
import { picturesOf } from '../../../common/authoring/quizProblems.ts';
import { pictureAddress, replacePictures } from '../../../common/authoring/richQuestion.ts';
import { fileOfBlob } from '../../../common/roster/source.ts';
import type { AuthoredQuestion } from '../../../contract/authoring.ts';
import { isRefusedAs, toProblem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useNotices } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';
import { FileFindings } from './FileFindings.tsx';
import type { Pictures } from './pictures.ts';

const mostBytes = 20_000_000;
/**
 * Reads a file by what is in it: a package is a zip archive, an item is XML, Aiken names each right answer on a line of its own, and anything
 * else is GIFT. Throws if it is no text.
 */
async function read(file: File, newKey: () => string): Promise<ReadQuestions> {
  const isZip = (await file.slice(0, 2).text()) === 'PK';
  if (isZip) {
    const { readQtiPackage } = await import('../../../common/authoring/formats/qti.ts');
    return readQtiPackage(fileOfBlob(file.name, file), newKey);
  }
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  if (/^\ufeff?\s*<(?:\?xml|[\w:-]*assessment-?item|questestinterop)\b/i.test(text))
    return (await import('../../../common/authoring/formats/qti.ts')).readQtiFile(text, file.name, newKey);
  return (/^[ \t]*ANSWER:/im.test(text) && !text.includes('{') ? readAiken : readGift)(text, newKey);
}

/** Whether a picture itself is what is wrong: the browser cannot draw it, or the server does not take it. */
const isUnusable = (error: unknown) =>
  toProblem(error).code === 415 || isRefusedAs(error, 'notAPhoto', 'photoDamaged', 'photoTooLarge', 'photoTooWide');

/** Uploads the pictures that the questions show. Those that cannot be used leave their alternative text, and are counted. */
async function withUploads(
  { questions, pictures = new Map() }: Pick<ReadQuestions, 'questions' | 'pictures'>,
  upload: (file: File) => Promise<string>,
): Promise<{ questions: AuthoredQuestion[]; left: number }> {
  const names = new Map<string, string>();
  let left = 0;
  for (const packed of picturesOf(questions)) {
    const picture = pictures.get(packed);
    if (!picture) continue;
    try {
      names.set(packed, await upload(new File([picture.bytes], picture.name, { type: picture.media_type })));
    } catch (error) {
      if (!isUnusable(error)) throw error;
      left++;
    }
  }
  const named = (html: string) =>
    replacePictures(html, (packed, alt) => {
      const name = names.get(packed);
      return name === undefined ? alt : `<img src="${pictureAddress(name)}" alt="${alt}">`;
    });
  return { questions: questions.map((one) => ({ ...one, text: named(one.text), explanation: named(one.explanation) })), left };
}

interface ImportDialogProps {
  /** How many more questions the quiz can hold. */
  room: number;
  pictures: Pictures;
  newKey: () => string;
  onAdd: (questions: AuthoredQuestion[]) => void;
  onClose: () => void;
}

/** Takes questions over from a file, after it has said what it cannot take over. Only pictures are uploaded; the file stays on the device. */
export function ImportDialog({ room, pictures, newKey, onAdd, onClose }: ImportDialogProps) {
  const notices = useNotices();
  const [found, setFound] = useState<(ReadQuestions & { name: string }) | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async (file: File) => {
    try {
      setFound({ ...(await read(file, newKey)), name: file.name });
      setProblem(null);
    } catch {
      setFound(null);
      setProblem(m.authoring_import_no_text({ name: file.name }));
    }
  };
  const questions = found?.questions.slice(0, room) ?? [];
  const adding = useCommand(
    'questionImport',
    (given: Pick<ReadQuestions, 'questions' | 'pictures'>, { signal }) => withUploads(given, (file) => pictures.upload(file, signal)),
    {
      announce: { failed: problemText },
      onDone: (_, added) => {
        if (added.left > 0)
          notices.send({ type: 'notice.posted', kind: 'info', text: m.authoring_import_pictures_left({ count: added.left }) });
        onAdd(added.questions);
        onClose();
      },
    },
  );
  const reason = questions.length > 0 ? null : found ? m.authoring_import_none() : m.authoring_import_first();
  return (
    <Dialog
      title={m.authoring_import_title()}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => (
        <DialogButtons close={close} isBusy={adding.isSaving} reason={reason} onPress={() => adding.give({ ...found, questions })}>
          {questions.length > 0 ? m.authoring_import_add({ count: questions.length }) : m.authoring_import_add_none()}
        </DialogButtons>
      )}
    >
      <Stack gap={4}>
        <FileDrop
          label={m.authoring_import_file()}
          description={m.authoring_import_help()}
          accept={['.txt', '.gift', '.aiken', '.zip', '.xml']}
          maxBytes={mostBytes}
          error={adding.problem ? problemText(adding.problem) : problem}
          onFiles={([file]) => file && void open(file)}
        />
        {found ? (
          <Notice
            tone={questions.length === 0 ? 'error' : found.findings.length > 0 ? 'warning' : 'success'}
            title={m.authoring_import_found({ name: found.name, count: found.questions.length })}
          >
            {found.questions.length > questions.length ? <Text>{m.authoring_import_room({ count: questions.length })}</Text> : null}
            {found.findings.length > 0 ? <FileFindings key={found.name} fileName={found.name} findings={found.findings} /> : null}
          </Notice>
        ) : null}
      </Stack>
    </Dialog>
  );
}
