import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import { content, type ItemBody, ResourceType } from '../../../contract/content.ts';
import type { PlayerResource } from '../../../contract/student.ts';
import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useSession } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { isQuizKind, kindName } from './kinds.ts';
import s from './LessonPlayer.module.css';

const AnimationPlayer = lazy(() => import('./AnimationPlayer.tsx'));
const Interactive = lazy(() => import('./Interactive.tsx'));
const DataLab = lazy(() => import('./DataLab.tsx'));
const Reader = lazy(() => import('./Reader.tsx'));
const QuizView = lazy(() => import('../quiz/QuizView.tsx'));

export interface ResourceViewProps {
  resource: PlayerResource;
  /** Page or second where the student left off. */
  position: number;
  isFinished: boolean;
  isPreview: boolean;
  lessonId: number;
  resourceTrackingId: number;
  /** The server has answered the last tracking: a quiz needs its id. */
  isTracked: boolean;
  onProgress: (percentage: number, position: number) => void;
  /** The quiz of the resource is handed in, now or before. */
  onHandedIn: () => void;
}

/** What an item holds besides its body, on its way to whoever draws it. */
export interface BodyProps<Kind extends ItemBody['kind']> {
  body: Extract<ItemBody, { kind: Kind }>;
  language: 'en' | 'es';
  position: number;
  onProgress: ResourceViewProps['onProgress'];
}

const spanish = 102;

function Body({ body, ...props }: Omit<BodyProps<'html'>, 'body'> & { body: ItemBody }) {
  switch (body.kind) {
    case 'html':
      return <Html html={body.html} />;
    case 'pages':
      return <Reader body={body} {...props} />;
    case 'video':
      return <AnimationPlayer body={body} {...props} />;
    case 'interactive':
      return <Interactive body={body} {...props} />;
    case 'data':
      return <DataLab body={body} {...props} />;
    case 'link':
      return (
        <>
          <Html html={body.why_html} />
          <LinkButton href={body.url} variant="primary">
            {m.player_open_link()}
          </LinkButton>
        </>
      );
    case 'quiz':
      return <Html html={body.intro_html} />;
  }
}

/** One resource of a lesson, drawn by its kind. Quizzes are their own chart; everything else is fetched and shown. */
export function ResourceView(props: ResourceViewProps) {
  const { resource } = props;
  const isQuiz = isQuizKind(resource.resource_type_id);
  return (
    <article className={s.article} lang={resource.language_id === spanish ? 'es' : 'en'}>
      <header className={s.head}>
        <p className={s.kind}>{kindName(resource.resource_type_id)}</p>
        <h1 tabIndex={-1} data-focus="resource-title">
          {resource.title}
        </h1>
        {resource.remarks ? (
          <Notice tone="info" title={m.player_teacher_says()}>
            {resource.remarks}
          </Notice>
        ) : null}
      </header>
      <Suspense fallback={<Skeleton shape="text" count={6} />}>
        {isQuiz && !props.isPreview ? null : <Item {...props} />}
        {resource.quiz_id === null || props.isPreview ? null : isQuiz ? (
          <Quiz {...props} quizId={resource.quiz_id} />
        ) : (
          <Section title={m.player_check_yourself()}>
            <Quiz {...props} quizId={resource.quiz_id} />
          </Section>
        )}
      </Suspense>
    </article>
  );
}

function Quiz({ quizId, ...props }: ResourceViewProps & { quizId: number }) {
  const userPuid = useSelector(useSession(), (snapshot) => snapshot.context.user?.userPuid ?? 0);
  // The id of the first report about this resource: later reports pass through 0 again, which must not disturb a quiz that is open.
  const [trackingId, setTrackingId] = useState(props.resourceTrackingId);
  if (trackingId === 0 && props.resourceTrackingId > 0) setTrackingId(props.resourceTrackingId);
  if (trackingId === 0 && !props.isTracked) return <Skeleton shape="text" count={4} />;
  return (
    <QuizView
      input={{
        userPuid,
        quizId,
        lessonId: props.lessonId,
        resourceTrackingId: trackingId,
        kind: props.resource.resource_type_id === ResourceType.assessment ? 'assessment' : 'quiz',
      }}
      onHandedIn={props.onHandedIn}
    />
  );
}

function Item({ resource, position, isPreview, onProgress }: ResourceViewProps) {
  const { send } = useApp();
  const user = useSelector(useSession(), (snapshot) => snapshot.context.user);
  const { data, state, retry } = useCollection((signal) =>
    send(
      content.getContent,
      {
        id: resource.item_id,
        userPuid: user?.userPuid ?? 0,
        roleId: user?.role ?? 0,
        districtId: user?.districtID ?? 0,
        stateId: user?.state_id ?? null,
      },
      { signal },
    ),
  );
  if (state.hasTag('failed')) return <ProblemNotice title={m.common_load_failed()} problem={state.context.problem} onRetry={retry} />;
  if (!data) return <Skeleton shape="text" count={8} />;
  const { item_details } = data;
  return (
    <Stack gap={5}>
      <Body
        body={item_details.body}
        language={item_details.language_id === spanish ? 'es' : 'en'}
        position={position}
        onProgress={onProgress}
      />
      {item_details.quiz_id !== null && isPreview ? <Notice tone="info">{m.player_quiz_preview()}</Notice> : null}
    </Stack>
  );
}
