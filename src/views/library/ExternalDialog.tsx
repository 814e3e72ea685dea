import { lazy, Suspense } from 'react';
import type { ExternalResource } from '../../../contract/library.ts';
import { type ExternalDraft, externalResourceMachine } from '../../machines/library/externalResourceMachine.ts';
import { m } from '../../paraglide/messages.js';
import { externalActors } from '../../services/library.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { IconFile, IconX } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { useNotices, useUser } from '../hooks.ts';
import { fieldText } from '../shell/fieldText.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';

const EqualDialog = lazy(async () => ({ default: (await import('../workspace/EqualDialog.tsx')).EqualDialog }));

const announcements = { library_title_missing: m.library_title_missing, library_address_or_file: m.library_address_or_file };
const endings = ['.pdf', '.docx', '.pptx', '.xlsx', '.png', '.jpg', '.jpeg', '.gif', '.webp', '.txt', '.csv'];
const mostBytes = 10_000_000;

interface ExternalDialogProps {
  /** Null for a new resource. */
  resource: ExternalResource | null;
  onClose: () => void;
  onSaved: () => void;
}

/** The form for an external resource, driven by the `externalResource` chart. */
export function ExternalDialog({ resource, onClose, onSaved }: ExternalDialogProps) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const notices = useNotices();
  const actor = useChart(externalResourceMachine, {
    actors: externalActors(send),
    input: { userPuid, resource },
    announce: announcements,
    on: {
      'resource.saved': ({ isNew }) => {
        notices.send({ type: 'notice.posted', kind: 'success', text: isNew ? m.library_resource_added() : m.library_resource_updated() });
        onSaved();
        onClose();
      },
    },
  });
  const { isBusy, isUntitled, isWithout, isEqual, isRefused, problem, draft, fileName } = useFields(actor, (snapshot) => ({
    isBusy: snapshot.hasTag('busy'),
    isUntitled: snapshot.hasTag('untitled'),
    isWithout: snapshot.hasTag('without'),
    isEqual: snapshot.hasTag('equal'),
    isRefused: snapshot.hasTag('refused'),
    problem: snapshot.context.problem,
    draft: snapshot.context.draft,
    fileName: snapshot.context.file?.name ?? snapshot.context.attachment?.file_name,
  }));
  const refusal = isRefused ? problem : null;
  const change = (part: Partial<ExternalDraft>) => actor.send({ type: 'draft.changed', draft: { ...draft, ...part } });
  const submit = () => actor.send({ type: 'form.submitted' });
  return (
    <>
      <Dialog
        title={resource ? m.library_external_change() : m.library_external_add()}
        isOpen
        isBusy={isBusy}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        footer={(close) => (
          <>
            <Button onPress={close} reason={isBusy ? m.ui_wait() : null}>
              {m.common_cancel()}
            </Button>
            <Button variant="primary" isPending={isBusy} onPress={submit}>
              {resource ? m.library_external_save() : m.library_external_add_now()}
            </Button>
          </>
        )}
      >
        <Stack gap={4}>
          {isRefused ? <ProblemNotice title={m.library_external_refused()} problem={problem} focus="external-problem" /> : null}
          {isWithout ? <Notice tone="error">{m.library_address_or_file()}</Notice> : null}
          <div data-focus="external-title" tabIndex={-1}>
            <TextField
              label={m.library_external_title()}
              value={draft.title}
              maxLength={200}
              error={isUntitled ? m.library_title_missing() : fieldText(refusal, 'title')}
              onChange={(title) => change({ title })}
            />
          </div>
          <TextArea
            label={m.library_external_description()}
            value={draft.description}
            maxLength={2000}
            error={fieldText(refusal, 'description')}
            onChange={(description) => change({ description })}
          />
          <TextField
            label={m.library_external_url()}
            type="url"
            placeholder="https://"
            value={draft.url}
            maxLength={2000}
            error={fieldText(refusal, 'url')}
            onChange={(url) => change({ url })}
          />
          {fileName === undefined ? (
            <FileDrop
              label={m.library_external_file()}
              description={m.library_external_file_help()}
              accept={endings}
              maxBytes={mostBytes}
              onFiles={([chosen]) => chosen && actor.send({ type: 'file.chosen', file: chosen })}
            />
          ) : (
            <Row gap={3}>
              <IconFile size="1.5rem" stroke={1.5} aria-hidden="true" />
              <Text as="span">{fileName}</Text>
              <Button size="small" icon={IconX} reason={isBusy ? m.ui_wait() : null} onPress={() => actor.send({ type: 'file.removed' })}>
                {m.library_external_file_remove()}
              </Button>
            </Row>
          )}
        </Stack>
      </Dialog>
      {isEqual ? (
        <Suspense>
          <EqualDialog
            title={problem?.reason === 'sameFile' ? m.library_equal_file() : m.library_equal_address()}
            leaveLabel={m.library_equal_leave()}
            onKeep={() => actor.send({ type: 'both.kept' })}
            onLeave={() => actor.send({ type: 'resource.reconsidered' })}
          >
            {m.library_equal_text()}
          </EqualDialog>
        </Suspense>
      ) : null}
    </>
  );
}
