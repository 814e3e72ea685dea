import { type ReactNode, Suspense } from 'react';
import { m } from '../../paraglide/messages.js';
import { announce } from '../../ui/announce.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowBackUp, IconArrowForwardUp, IconArrowLeft, IconCheck, IconEye } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { SaveStatus } from '../../ui/SaveStatus.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import s from './authoring.module.css';
import type { DraftEditor } from './useDraftEditor.ts';
import type { DraftWords } from './writing.ts';

interface DraftFrameProps {
  editor: DraftEditor;
  words: DraftWords;
  crumbs: readonly { label: string; href: string }[];
  lead?: string | undefined;
  title: string;
  /** Where to go on once it is published. */
  onward: { label: string; href: string };
  /** How much is missing, and lines that name it; zero until it is asked for. */
  problemCount: number;
  problems: readonly { key: string; line: ReactNode }[];
  /** The course has another version now; `take` puts it into the draft. */
  course?: { title: string; text: string; label: string; take: () => void } | null;
  /** Further controls beside Undo and Redo. */
  more?: ReactNode;
  onPreview: () => void;
  onPublish: () => void;
  /** In place of the form. */
  preview: ReactNode;
  onPreviewClosed: () => void;
  children: ReactNode;
}

/** Announces how much is missing, and moves the focus to the list of it. */
export function showProblems(count: number): void {
  announce(m.authoring_incomplete({ count }));
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-focus="draft-problems"]')?.focus());
}

/** The page of a form with drafts: its title with the state of saving, Undo and Redo, the preview, and what publishing says. */
export function DraftFrame({ editor, words, crumbs, title, onward, problems, course, children, ...page }: DraftFrameProps) {
  const { problem, publication, isPublished, blocker } = editor;
  if (!editor.isOpen)
    return (
      <Page>
        <PageHeader title={words.form} breadcrumbs={crumbs} />
        {editor.isUnavailable ? (
          <ProblemNotice problem={problem} focus="draft-problem" onRetry={editor.retry} />
        ) : (
          <Skeleton shape="card" count={2} />
        )}
      </Page>
    );
  if (page.preview)
    return (
      <Page>
        <PageHeader
          title={title}
          breadcrumbs={crumbs}
          lead={words.previewLead}
          action={
            <Button icon={IconArrowLeft} onPress={page.onPreviewClosed}>
              {m.authoring_preview_back()}
            </Button>
          }
        />
        <Suspense fallback={<Skeleton shape="text" count={6} />}>{page.preview}</Suspense>
      </Page>
    );
  return (
    <Page>
      <PageHeader
        title={title}
        breadcrumbs={crumbs}
        {...(page.lead ? { lead: page.lead } : {})}
        badge={
          <Row gap={2}>
            <Badge tone={isPublished ? 'success' : 'neutral'}>
              {isPublished ? words.ready : editor.wasPublished ? words.changed : words.draft}
            </Badge>
            {editor.version === null && !editor.hasUnsaved ? null : <SaveStatus state={editor.saveState} onRetry={editor.retrySave} />}
          </Row>
        }
        more={
          <>
            <IconButton
              icon={IconArrowBackUp}
              label={m.authoring_undo()}
              reason={editor.canUndo ? null : m.authoring_nothing_to_undo()}
              onPress={editor.undo}
            />
            <IconButton
              icon={IconArrowForwardUp}
              label={m.authoring_redo()}
              reason={editor.canRedo ? null : m.authoring_nothing_to_redo()}
              onPress={editor.redo}
            />
            {page.more}
            <Button icon={IconEye} onPress={page.onPreview}>
              {m.authoring_preview()}
            </Button>
          </>
        }
        action={
          <Button
            variant="primary"
            icon={IconCheck}
            isPending={publication.isSaving}
            reason={isPublished ? words.isPublished : null}
            onPress={page.onPublish}
          >
            {words.publish}
          </Button>
        }
      />
      {page.problemCount > 0 ? (
        <div data-focus="draft-problems" tabIndex={-1}>
          <Notice tone="error" title={m.authoring_incomplete({ count: page.problemCount })} isSaid>
            <ul className={s.problems}>
              {problems.map(({ key, line }) => (
                <li key={key}>{line}</li>
              ))}
            </ul>
          </Notice>
        </div>
      ) : null}
      {publication.problem ? <ProblemNotice title={words.publishFailed} problem={publication.problem} focus="command-problem" /> : null}
      {publication.isDone && isPublished ? (
        <div data-focus="command-result" tabIndex={-1}>
          <Notice
            tone="success"
            isSaid
            title={words.published}
            action={
              <LinkButton size="small" href={onward.href}>
                {onward.label}
              </LinkButton>
            }
          >
            {words.publishedText}
          </Notice>
        </div>
      ) : null}
      {course && !publication.isDone ? (
        <Notice
          tone="info"
          title={course.title}
          action={
            <Button size="small" onPress={course.take}>
              {course.label}
            </Button>
          }
        >
          {course.text}
        </Notice>
      ) : null}
      {children}
      <ConfirmDialog
        isOpen={blocker.state === 'blocked'}
        onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
        title={m.authoring_leave_title()}
        confirmLabel={m.authoring_leave()}
        cancelLabel={m.authoring_stay()}
        onConfirm={() => blocker.proceed?.()}
      >
        <Text>{m.authoring_leave_text()}</Text>
      </ConfirmDialog>
    </Page>
  );
}
