import { useState } from 'react';
import { mostFeedbackBytes } from '../../../contract/profile.ts';
import { mostRequestLetters } from '../../../contract/providerHelp.ts';
import { m } from '../../paraglide/messages.js';
import { askProvider, type RequestOrder } from '../../services/inbox/providerHelp.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { fieldText } from '../shell/fieldText.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';

interface AskDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onDone: () => void;
}

/** Asks the provider for help, with words and a file. What was written is kept while the page is open. */
export default function AskDialog({ isOpen, onOpenChange, onDone }: AskDialogProps) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { give, problem, isBusy } = useCommand(
    'askProvider',
    (order: RequestOrder, { signal }) => askProvider(send, userPuid, order, signal),
    {
      announce: { failed: () => m.admin_ask_failed() },
      onDone: () => {
        setText('');
        setFile(null);
        onOpenChange(false);
        onDone();
      },
    },
  );
  const ask = () => {
    setMissing(text.trim() === '');
    if (text.trim() !== '') give({ text, file });
  };
  return (
    <Dialog
      size="large"
      title={m.admin_ask_new()}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isBusy={isBusy}
      footer={(close) => (
        <DialogButtons close={close} isBusy={isBusy} onPress={ask}>
          {m.admin_ask_send()}
        </DialogButtons>
      )}
    >
      <Stack gap={4}>
        {problem ? <ProblemNotice title={m.admin_ask_failed()} problem={problem} focus="command-problem" /> : null}
        <TextArea
          label={m.admin_ask_text()}
          description={m.admin_ask_help()}
          rows={5}
          maxLength={mostRequestLetters}
          value={text}
          error={isMissing && text.trim() === '' ? m.records_missing() : fieldText(problem, 'request_text')}
          onChange={setText}
        />
        <FileDrop
          label={m.admin_ask_file()}
          description={m.account_feedback_file_hint()}
          maxBytes={mostFeedbackBytes}
          onFiles={([next]) => setFile(next ?? null)}
          error={fieldText(problem, 'file')}
        />
        {file ? (
          <Row>
            <Text>{m.account_feedback_chosen({ name: file.name })}</Text>
            <Button size="small" variant="quiet" onPress={() => setFile(null)}>
              {m.account_feedback_file_remove()}
            </Button>
          </Row>
        ) : null}
      </Stack>
    </Dialog>
  );
}
