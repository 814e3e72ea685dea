import { authoring } from '../../../contract/authoring.ts';
import { ResourceType } from '../../../contract/content.ts';
import { m } from '../../paraglide/messages.js';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { Hit, type HitsProps } from './Hit.tsx';
import s from './workspace.module.css';

/** Quizzes that the user wrote or got from colleagues, and that lessons can use. */
export function OwnHits({ search, ...panel }: HitsProps & { search: string }) {
  const { send } = useApp();
  const collection = useCollection((signal) => send(authoring.authoredQuizzes, {}, { signal, quiet: true }));
  const { data } = collection;
  if (!data) return <LoadState collection={collection} shape="row" count={5} />;
  const words = search.toLowerCase().split(/\s+/);
  const found = data.filter(({ is_ready, title }) => is_ready && words.every((word) => title.toLowerCase().includes(word)));
  if (found.length === 0) return <EmptyState title={m.authoring_none_ready()}>{m.authoring_none_ready_text()}</EmptyState>;
  return (
    <ul className={s.hits}>
      {found.map(({ item_id, title, minutes }) => (
        <Hit key={item_id} item={{ item_id, title, minutes, item_type_id: ResourceType.quiz }} {...panel} />
      ))}
    </ul>
  );
}
