import { useEffect } from 'react';
import type { GradedResource } from '../../machines/autograde/decisions.ts';
import { autogradeSlice } from '../../services/kit/slices/autograde.ts';
import { useApp } from '../app.ts';

/** Keeps the selected resource, the navigator and the question between visits. */
export function useKeptSelection(resource: GradedResource | null, questionId: number | null, isNavigatorOpen: boolean): void {
  const { persistence } = useApp();
  useEffect(() => {
    persistence()?.update(autogradeSlice, (before) => ({ drafts: before?.drafts ?? {}, resource, questionId, isNavigatorOpen }));
  }, [resource, questionId, isNavigatorOpen, persistence]);
}
