import { lazy, Suspense } from 'react';
import type { ActorRefFrom } from 'xstate';
import { draftOf, removedFrom } from '../../machines/workspace/draft.ts';
import type { lessonBuilderMachine } from '../../machines/workspace/lessonBuilderMachine.ts';
import { m } from '../../paraglide/messages.js';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import { useFields } from '../useFields.ts';
import { useWhyNot } from '../useWhyNot.ts';
import { ConflictDialog, FindingsDialog, UseDialog } from './BuilderDialogs.tsx';
import { LessonDialog } from './LessonDialog.tsx';

const EqualDialog = lazy(async () => ({ default: (await import('./EqualDialog.tsx')).EqualDialog }));

interface BuilderStepsProps {
  builder: ActorRefFrom<typeof lessonBuilderMachine>;
  kind: 'lesson' | 'assignment';
}

/** Dialogs on the way to saving or assigning: a taken name, a newer version, student work, findings of the check, the classes. */
export function BuilderSteps({ builder, kind }: BuilderStepsProps) {
  const { base, draft, problem, newer, use, findings, assigned, ...shown } = useFields(builder, (snapshot) => ({
    base: snapshot.context.base,
    draft: snapshot.context.draft,
    problem: snapshot.context.problem,
    newer: snapshot.hasTag('compared') ? snapshot.context.newer : null,
    use: snapshot.hasTag('asking') ? snapshot.context.use : null,
    findings: snapshot.hasTag('findings') ? snapshot.context.findings : null,
    /** The lesson that the dialog with the classes assigns. */
    assigned: snapshot.hasTag('assigning') ? snapshot.context.lessonId : null,
    isEqual: snapshot.hasTag('equal'),
    isBusy: snapshot.hasTag('busy'),
    isIncomparable: snapshot.hasTag('conflict') && snapshot.hasTag('failed'),
  }));
  const blocked = useWhyNot<typeof lessonBuilderMachine>(
    builder,
    { type: 'assign.confirmed' },
    { canAssign: m.builder_findings_blocking() },
  );
  const offer = (event: { type: 'findings.closed' } | { type: 'classes.closed' }) =>
    builder.getSnapshot().can(event) && builder.send(event);
  return (
    <>
      {shown.isEqual ? (
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
      {newer ? (
        <ConflictDialog
          mine={draft}
          theirs={draftOf(newer)}
          isCopying={shown.isBusy}
          problem={!shown.isBusy && problem ? problemText(problem) : null}
          onMine={() => builder.send({ type: 'conflict.mineChosen' })}
          onTheirs={() => builder.send({ type: 'conflict.theirsChosen' })}
          onBoth={() =>
            builder.send({ type: 'conflict.bothKept', name: m.builder_conflict_copy({ name: draft.name.trim().slice(0, 180) }) })
          }
        />
      ) : null}
      {shown.isIncomparable ? (
        <ProblemNotice
          title={m.builder_conflict_incomparable()}
          problem={problem}
          focus="builder-problem"
          onRetry={() => builder.send({ type: 'conflict.retried' })}
        />
      ) : null}
      {use ? (
        <UseDialog
          use={use}
          removed={removedFrom(base, draft)}
          onSave={() => builder.send({ type: 'change.confirmed' })}
          onClose={() => builder.send({ type: 'change.cancelled' })}
        />
      ) : null}
      {findings ? (
        <FindingsDialog
          findings={findings}
          onGoOn={() => builder.send({ type: 'assign.confirmed' })}
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
