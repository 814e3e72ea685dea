import { useState } from 'react';
import type { SamlProvider } from '../../../contract/saml.ts';
import { m } from '../../paraglide/messages.js';
import { readSamlMetadata } from '../../services/saml.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';

const mostBytes = 500_000;

interface MetadataDialogProps {
  setting: Parameters<typeof readSamlMetadata>[1];
  /** Null: adds a provider. */
  provider: SamlProvider | null;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onDone: (name: string) => void;
}

/** Takes addresses and certificates from an identity provider's metadata, pasted or as a file. */
export default function MetadataDialog({ setting, provider, isOpen, onOpenChange, onDone }: MetadataDialogProps) {
  const { send } = useApp();
  const [name, setName] = useState('');
  const [metadata, setMetadata] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { give, problem, isBusy } = useCommand(
    'readSamlMetadata',
    (order: { provider: SamlProvider | null; name: string; metadata: string }, { signal }) =>
      readSamlMetadata(send, setting, order, signal),
    {
      announce: { failed: () => m.saml_metadata_failed() },
      onDone: (_, read) => {
        setName('');
        setMetadata('');
        onOpenChange(false);
        onDone(read.name);
      },
    },
  );
  const read = () => {
    setMissing(metadata.trim() === '');
    if (metadata.trim() !== '') give({ provider, name, metadata });
  };
  return (
    <Dialog
      size="large"
      title={provider ? m.saml_metadata_of({ name: provider.name }) : m.saml_read_metadata()}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isBusy={isBusy}
      footer={(close) => (
        <DialogButtons close={close} isBusy={isBusy} onPress={read}>
          {m.saml_metadata_take()}
        </DialogButtons>
      )}
    >
      <Stack gap={4}>
        {problem ? <ProblemNotice title={m.saml_metadata_failed()} problem={problem} focus="command-problem" /> : null}
        <Text>{provider ? m.saml_metadata_changes() : m.saml_metadata_adds()}</Text>
        {provider ? null : (
          <TextField label={m.saml_name()} description={m.saml_name_help()} maxLength={100} value={name} onChange={setName} />
        )}
        <TextArea
          label={m.saml_metadata()}
          rows={6}
          maxLength={mostBytes}
          value={metadata}
          error={isMissing && metadata.trim() === '' ? m.records_missing() : null}
          onChange={setMetadata}
        />
        <FileDrop
          label={m.saml_metadata_file()}
          accept={['.xml']}
          maxBytes={mostBytes}
          onFiles={([file]) => void file?.text().then(setMetadata)}
        />
      </Stack>
    </Dialog>
  );
}
