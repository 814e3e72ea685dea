import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RunningAssessment } from '../../../contract/closing.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconArrowLeft } from '../../ui/icons.ts';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { paths } from '../paths.ts';
import { useClosing } from './closing.ts';

interface ClosedProps {
  running: RunningAssessment;
  /** Leads to the assessment; null if it cannot be reached from here. */
  onBack: (() => void) | null;
  /** Called when shown, since the teacher may have reopened the content. */
  onShown?: () => void;
}

/** Replaces content that is closed while a timed assessment runs. */
export function Closed({ running, onBack, onShown }: ClosedProps) {
  useEffect(() => onShown?.(), [onShown]);
  return (
    <EmptyState
      level={1}
      title={m.player_closed()}
      focus="resource-title"
      action={
        onBack ? (
          <Button variant="primary" icon={IconArrowLeft} onPress={onBack}>
            {m.player_closed_back()}
          </Button>
        ) : null
      }
    >
      {m.player_closed_text({ title: running.title })}
    </EmptyState>
  );
}

/** The address of an assessment in its lesson. */
export const pathTo = ({ lesson_id, assignment_id, group_assignment_id, lesson_resource_id }: RunningAssessment): string =>
  `${paths.lesson(lesson_id, assignment_id, group_assignment_id)}?resource=${lesson_resource_id}`;

/** A content page outside of a lesson: its content loads once nothing is closed. */
export function OpenPage({ children }: { children: ReactNode }) {
  const { running, isKnown, look } = useClosing();
  const navigate = useNavigate();
  if (isKnown && !running) return children;
  return (
    <Page width="narrow">
      {running ? <Closed running={running} onShown={look} onBack={() => navigate(pathTo(running))} /> : <Skeleton shape="text" count={8} />}
    </Page>
  );
}
