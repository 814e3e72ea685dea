import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import type { ActorRefFrom } from 'xstate';
import { draftOf, removedFrom } from '../../machines/workspace/draft.ts';
import type { lessonBuilderMachine } from '../../machines/workspace/lessonBuilderMachine.ts';
import { m } from '../../paraglide/messages.js';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { problemText } from '../shell/problemText.ts';
import { ConflictDialog, FindingsDialog, UseDialog } from './BuilderDialogs.tsx';

const EqualDialog = lazy(async () => ({ default: (await import('./EqualDialog.tsx')).EqualDialog }));

interface BuilderStepsProps {
  builder: ActorRefFrom<typeof lessonBuilderMachine>;
  kind: 'lesson' | 'assignment';
}

/** Dialogs on the way to saving or assigning: a taken name, a newer version, student work, findings of the check. */
export function BuilderSteps({ builder, kind }: BuilderStepsProps) {
  const state = useSelector(builder, (snapshot) => snapshot);
  const { draft, problem, newer, findings } = state.context;
  return (
    <>
      {state.hasTag('equal') ? (
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
      {state.hasTag('compared') && newer ? (
        <ConflictDialog
          mine={draft}
          theirs={draftOf(newer)}
          isCopying={state.matches('copying')}
          problem={state.matches('conflict') && problem ? problemText(problem) : null}
          onMine={() => builder.send({ type: 'conflict.mineChosen' })}
          onTheirs={() => builder.send({ type: 'conflict.theirsChosen' })}
          onBoth={() =>
            builder.send({ type: 'conflict.bothKept', name: m.builder_conflict_copy({ name: draft.name.trim().slice(0, 180) }) })
          }
        />
      ) : null}
      {state.matches('incomparable') ? (
        <ProblemNotice
          title={m.builder_conflict_incomparable()}
          problem={problem}
          focus="builder-problem"
          onRetry={() => builder.send({ type: 'conflict.retried' })}
        />
      ) : null}
      {state.hasTag('asking') && state.context.use ? (
        <UseDialog
          use={state.context.use}
          removed={removedFrom(state.context.base, draft)}
          onSave={() => builder.send({ type: 'change.confirmed' })}
          onClose={() => builder.send({ type: 'change.cancelled' })}
        />
      ) : null}
      {state.hasTag('findings') ? (
        <FindingsDialog
          findings={findings}
          onGoOn={() => builder.send({ type: 'assign.confirmed' })}
          onClose={() => state.can({ type: 'findings.closed' }) && builder.send({ type: 'findings.closed' })}
        />
      ) : null}
    </>
  );
}
