import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { autogradeSlice } from '../../services/kit/slices/autograde.ts';
import { useApp } from '../app.ts';
import { decodeIds } from '../routeValue.ts';
import { Grading } from './Grading.tsx';

/** The answers to a quiz, question by question, to be graded; its address names the item, and the class if there is a filter. */
export default function QuestionsPage() {
  const { value } = useParams();
  const [params] = useSearchParams();
  const group = Number(params.get('class') ?? '');
  const groupPuid = Number.isSafeInteger(group) && group > 0 ? group : null;
  const [itemId = 0, itemTypeId = 0] = decodeIds(value, 2) ?? [];
  return <AtItem key={`${value} ${groupPuid}`} itemId={itemId} itemTypeId={itemTypeId} groupPuid={groupPuid} />;
}

/** Takes up the question and the navigator of the last visit to the same quiz. */
function AtItem(resource: { itemId: number; itemTypeId: number; groupPuid: number | null }) {
  const { persistence } = useApp();
  const [input] = useState(() => {
    const before = persistence()?.read(autogradeSlice);
    const isSame = before?.resource?.itemId === resource.itemId && before.resource.itemTypeId === resource.itemTypeId;
    return { resource, questionId: isSame ? before.questionId : null, isNavigatorOpen: before?.isNavigatorOpen ?? true };
  });
  return <Grading input={input} />;
}
