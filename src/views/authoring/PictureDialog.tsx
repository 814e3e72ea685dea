import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';
import s from './authoring.module.css';
import { usePictures } from './pictures.ts';

/** Largest file that the dialog takes; the browser makes it smaller. */
const mostBytes = 20_000_000;

interface PictureDialogProps {
  /** The picture to change; null: a new one. */
  before: { picture_id: string; alt: string } | null;
  onInsert: (picture: { picture_id: string; alt: string }) => void;
  onClose: () => void;
}

/** A picture from a file, with its alternative text, which may follow later. */
export function PictureDialog({ before, onInsert, onClose }: PictureDialogProps) {
  const pictures = usePictures();
  const [picture_id, setPicture] = useState(before?.picture_id ?? '');
  const [alt, setAlt] = useState(before?.alt ?? '');
  const upload = useCommand('pictureUpload', (file: File, { signal }) => pictures.upload(file, signal), {
    announce: { failed: problemText },
    onDone: (_, uploaded) => setPicture(uploaded),
  });
  const data = picture_id === '' || pictures.drawingOf(picture_id) !== undefined ? undefined : pictures.dataOf(picture_id);
  return (
    <Dialog
      title={m.authoring_picture()}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => (
        <DialogButtons
          close={close}
          isBusy={upload.isSaving}
          reason={picture_id === '' ? m.authoring_picture_first() : null}
          onPress={() => onInsert({ picture_id, alt: alt.trim() })}
        >
          {m.authoring_insert()}
        </DialogButtons>
      )}
    >
      <Stack gap={4}>
        <FileDrop
          label={m.authoring_picture_file()}
          description={m.authoring_picture_help()}
          accept={['.png', '.jpg', '.jpeg', '.webp']}
          maxBytes={mostBytes}
          error={upload.problem ? problemText(upload.problem) : null}
          onFiles={([file]) => file && upload.give(file)}
        />
        {data ? <img className={s.picture} src={data} alt={alt} /> : null}
        <TextField
          label={m.authoring_alternative()}
          description={m.authoring_alternative_help()}
          autoComplete="off"
          value={alt}
          maxLength={500}
          // These would end the attribute that holds it.
          onChange={(text) => setAlt(text.replace(/[<>"]/g, ''))}
        />
      </Stack>
    </Dialog>
  );
}
