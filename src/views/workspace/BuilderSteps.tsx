import { lazy, Suspense } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { assignCheckMachine } from '../../machines/workspace/assignCheckMachine.ts';
import { type Draft, draftOf, removedFrom } from '../../machines/workspace/draft.ts';
import type { lessonBuilderMachine } from '../../machines/workspace/lessonBuilderMachine.ts';
import type { lessonConflictMachine } from '../../machines/workspace/lessonConflictMachine.ts';
import type { saveQuestionMachine } from '../../machines/workspace/saveQuestionMachine.ts';
import { m } from '../../paraglide/messages.js';
import { useChartMeta } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import { useFields } from '../useFields.ts';
import { useWhyNot } from '../useWhyNot.ts';
import { ConflictDialog, FindingsDialog, UseDialog } from './BuilderDialogs.tsx';
import { LessonDialog } from './LessonDialog.tsx';

const EqualDialog = lazy(async () => ({ default: (await import('./EqualDialog.tsx')).EqualDialog }));

const announcements = { builder_conflict: m.builder_conflict };

interface BuilderStepsProps {
  builder: ActorRefFrom<typeof lessonBuilderMachine>;
  kind: 'lesson' | 'assignment';
}

/** Dialogs on the way to saving or assigning: a taken name, a newer version, student work, findings of the check, the classes. */
export function BuilderSteps({ builder, kind }: BuilderStepsProps) {
  const { base, draft, isEqual, saveQuestion, lessonConflict, assignCheck } = useFields(builder, (snapshot) => ({
    ...(snapshot.children as Partial<typeof snapshot.children>),
    base: snapshot.context.base,
    draft: snapshot.context.draft,
    isEqual: snapshot.hasTag('equal'),
  }));
  useChartMeta(lessonConflict, announcements);
  return (
    <>
      {isEqual ? (
        <Suspense>
          <EqualDialog
            title={(kind === 'lesson' ? m.builder_taken_lesson : m.builder_taken_assignment)({ name: draft.name.trim() })}
            leaveLabel={m.builder_taken_change()}
            onKeep={() => builder.send({ type: 'both.kept' })}
            onLeave={() => builder.send({ type: 'name.reconsidered' })}
          >
            {m.workspace_equal_lesson()}
          </EqualDialog>
        </Suspense>
      ) : null}
      {lessonConflict ? <ConflictStep conflict={lessonConflict} /> : null}
      {saveQuestion ? <QuestionStep question={saveQuestion} base={base} draft={draft} /> : null}
      {assignCheck ? <AssignStep check={assignCheck} draft={draft} /> : null}
    </>
  );
}

/** The teacher's version and the one that somebody else saved. */
function ConflictStep({ conflict }: { conflict: ActorRefFrom<typeof lessonConflictMachine> }) {
  const { draft, newer, problem, isBusy, isFailed } = useFields(conflict, (snapshot) => ({
    draft: snapshot.context.order.draft,
    newer: snapshot.hasTag('compared') ? snapshot.context.newer : null,
    problem: snapshot.context.problem,
    isBusy: snapshot.hasTag('busy'),
    isFailed: snapshot.hasTag('failed'),
  }));
  if (isFailed)
    return (
      <ProblemNotice
        title={m.builder_conflict_incomparable()}
        problem={problem}
        focus="builder-problem"
        onRetry={() => conflict.send({ type: 'conflict.retried' })}
      />
    );
  if (!newer) return null;
  return (
    <ConflictDialog
      mine={draft}
      theirs={draftOf(newer)}
      isCopying={isBusy}
      problem={!isBusy && problem ? problemText(problem) : null}
      onMine={() => conflict.send({ type: 'conflict.mineChosen' })}
      onTheirs={() => conflict.send({ type: 'conflict.theirsChosen' })}
      onBoth={() => conflict.send({ type: 'conflict.bothKept', name: m.builder_conflict_copy({ name: draft.name.trim().slice(0, 180) }) })}
    />
  );
}

interface QuestionStepProps {
  question: ActorRefFrom<typeof saveQuestionMachine>;
  /** The draft as last saved, and the one to save. */
  base: Draft;
  draft: Draft;
}

/** Whether a lesson that students have is changed. */
function QuestionStep({ question, base, draft }: QuestionStepProps) {
  const { use } = useFields(question, (snapshot) => ({ use: snapshot.hasTag('asking') ? snapshot.context.use : null }));
  if (!use) return null;
  return (
    <UseDialog
      use={use}
      removed={removedFrom(base, draft)}
      onSave={() => question.send({ type: 'change.confirmed' })}
      onClose={() => question.send({ type: 'change.cancelled' })}
    />
  );
}

/** What the check found, and the classes. */
function AssignStep({ check, draft }: { check: ActorRefFrom<typeof assignCheckMachine>; draft: Draft }) {
  const { findings, assigned } = useFields(check, (snapshot) => ({
    findings: snapshot.hasTag('findings') ? snapshot.context.findings : null,
    /** The lesson that the dialog with the classes assigns. */
    assigned: snapshot.hasTag('assigning') ? snapshot.context.lessonId : null,
  }));
  const blocked = useWhyNot<typeof assignCheckMachine>(check, { type: 'assign.confirmed' }, { canAssign: m.builder_findings_blocking() });
  const offer = (event: { type: 'findings.closed' } | { type: 'classes.closed' }) => check.getSnapshot().can(event) && check.send(event);
  return (
    <>
      {findings ? (
        <FindingsDialog
          findings={findings}
          onGoOn={() => check.send({ type: 'assign.confirmed' })}
          blocked={blocked}
          onClose={() => offer({ type: 'findings.closed' })}
        />
      ) : null}
      {assigned !== null ? (
        <LessonDialog
          task={{ kind: 'assign', lessonId: assigned, name: draft.name, isPrebuilt: false, dueDate: draft.dueDate || null }}
          onClose={() => offer({ type: 'classes.closed' })}
        />
      ) : null}
    </>
  );
}
