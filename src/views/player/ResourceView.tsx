import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { closedWhileRunning } from '../../../contract/closing.ts';
import { content, type ItemBody, ResourceType } from '../../../contract/content.ts';
import type { DataOf } from '../../../contract/kit.ts';
import type { PlayerResource } from '../../../contract/player.ts';
import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useSession } from '../hooks.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { useContentTracking } from './contentTracking.ts';
import { isQuizKind, isStageKind, kindName } from './kinds.ts';
import s from './LessonPlayer.module.css';

const AnimationPlayer = lazy(() => import('./AnimationPlayer.tsx'));
const Interactive = lazy(() => import('./Interactive.tsx'));
const DataLab = lazy(() => import('./DataLab.tsx'));
const Reader = lazy(() => import('./Reader.tsx'));
const Reading = lazy(() => import('./Reading.tsx'));
const FilmPlayer = lazy(() => import('./FilmPlayer.tsx'));
const Linked = lazy(() => import('./Linked.tsx'));
const PrintableQuiz = lazy(() => import('./PrintableQuiz.tsx'));
const ProviderAssessment = lazy(() => import('./ProviderAssessment.tsx'));
const TermSet = lazy(() => import('../termSets/TermSet.tsx'));
const TermSetPractice = lazy(() => import('../termSets/TermSetPractice.tsx'));
const ProviderPreview = lazy(() => import('./ProviderPreview.tsx'));
const LessonCheck = lazy(() => import('../quiz/LessonCheck.tsx'));
const QuizView = lazy(() => import('../quiz/QuizView.tsx'));
const QuizPreview = lazy(() => import('../quiz/QuizPreview.tsx'));

export interface ResourceViewProps {
  resource: PlayerResource;
  /** Page or second where the student left off. */
  position: number;
  isFinished: boolean;
  isPreview: boolean;
  /** In a staff preview whose quiz can be played: the name of the lesson. */
  previewOf?: string;
  lessonId: number;
  assignmentId?: number;
  groupAssignmentId?: number;
  /** Time spent on the content is reported to the server. */
  isContentTracked?: boolean;
  resourceTrackingId: number;
  /**
   * The server has confirmed the last tracking, whose id identifies the quiz's place, or cannot be reached; then the assignment identifies
   * it.
   */
  isTracked: boolean;
  onProgress: (percentage: number, position: number) => void;
  /** The resource's quiz was submitted, now or before. */
  onHandedIn: () => void;
  /** The server withholds the content while a timed assessment runs. */
  onClosed?: () => void;
}

/** A level of a leveled reader. */
export type Level = DataOf<typeof content.getContent>['levels'][number];

/** An item's data besides its body, for the component that draws it. */
export interface BodyProps<Kind extends ItemBody['kind']> {
  body: Extract<ItemBody, { kind: Kind }>;
  language: 'en' | 'es';
  position: number;
  onProgress: ResourceViewProps['onProgress'];
}

const spanish = 102;
interface AnyBodyProps extends Omit<BodyProps<'html'>, 'body'> {
  body: ItemBody;
  itemId: number;
  levels: readonly Level[];
  onLevelChange: (itemId: number) => void;
}

/** The body of an item, drawn by its kind. */
export function Body({ body, itemId, levels, onLevelChange, ...props }: AnyBodyProps) {
  switch (body.kind) {
    case 'html':
      return <Reading body={body} language={props.language} itemId={itemId} />;
    case 'pages':
      return <Reader body={body} itemId={itemId} levels={levels} onLevelChange={onLevelChange} {...props} />;
    case 'video':
      return <AnimationPlayer body={body} {...props} />;
    case 'interactive':
      return <Interactive body={body} itemId={itemId} {...props} />;
    case 'data':
      return <DataLab body={body} itemId={itemId} {...props} />;
    case 'link':
    case 'file':
      return <Linked body={body} {...props} />;
    case 'film':
      return <FilmPlayer body={body} {...props} />;
    case 'quiz':
      return <Html html={body.intro_html} />;
    case 'terms':
      return <TermSet terms={body.terms} />;
  }
}

/** One resource of a lesson, drawn by its kind. Quizzes have their own chart; everything else is fetched and shown. */
export function ResourceView(props: ResourceViewProps) {
  const { resource } = props;
  const isQuiz = isQuizKind(resource.resource_type_id);
  const userPuid = useSelector(useSession(), (snapshot) => snapshot.context.user?.userPuid ?? 0);
  const content = { userPuid, itemId: resource.item_id, itemTypeId: resource.resource_type_id, lessonId: props.lessonId };
  useContentTracking(content, props.isContentTracked ?? false);
  return (
    <article
      className={s.article}
      data-stage={isStageKind(resource.resource_type_id) || undefined}
      data-board={(isQuiz && props.previewOf !== undefined) || undefined}
      lang={resource.language_id === spanish ? 'es' : 'en'}
    >
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
        {isQuiz && (!props.isPreview || props.previewOf !== undefined) ? null : <Item {...props} />}
        {resource.quiz_id === null || (props.isPreview && props.previewOf === undefined) ? null : isQuiz ? (
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

/** The work that finishes or follows a resource: a quiz, a provider assessment, or a sheet to submit. */
function Quiz(props: ResourceViewProps & { quizId: number }) {
  const { resource, previewOf, quizId, lessonId } = props;
  const userPuid = useSelector(useSession(), (snapshot) => snapshot.context.user?.userPuid ?? 0);
  if (!props.isPreview) return <OwnQuiz {...props} />;
  const preview = (
    <QuizPreview
      input={{ userPuid, quizId, lessonId }}
      lessonName={previewOf ?? ''}
      isOnPaper={resource.resource_type_id === ResourceType.printableQuiz}
    />
  );
  return resource.is_learnosity_enabled ? (
    <ProviderPreview input={{ quizId, lessonId }} title={resource.title}>
      {preview}
    </ProviderPreview>
  ) : (
    preview
  );
}

/** The student's own quiz: tracked and submitted. */
function OwnQuiz({ quizId, ...props }: ResourceViewProps & { quizId: number }) {
  const { resource, onHandedIn } = props;
  const isOffline = useSelector(useApp().actor, (snapshot) => snapshot.hasTag('offline'));
  const userPuid = useSelector(useSession(), (snapshot) => snapshot.context.user?.userPuid ?? 0);
  // Id of the first report about this resource: later reports pass through 0 again, which must not disturb an open quiz.
  const [trackingId, setTrackingId] = useState(props.resourceTrackingId);
  if (trackingId === 0 && props.resourceTrackingId > 0) setTrackingId(props.resourceTrackingId);
  // Stays ready once it was: a later tracking does not close it again.
  const [isReady, setReady] = useState(props.isTracked);
  if (!isReady && props.isTracked) setReady(true);
  if (trackingId === 0 && !isReady) return <Skeleton shape="text" count={4} />;
  const { resource_type_id } = resource;
  if (resource_type_id === ResourceType.printableQuiz)
    return (
      <PrintableQuiz
        input={{
          itemId: resource.item_id,
          quizId,
          lessonId: props.lessonId,
          assignmentId: props.assignmentId ?? 0,
          groupAssignmentId: props.groupAssignmentId ?? 0,
        }}
        itemTypeId={resource_type_id}
        onHandedIn={onHandedIn}
      />
    );
  if (resource.is_learnosity_enabled)
    return isOffline && trackingId === 0 ? (
      <Notice tone="info">{m.player_provider_needs_connection()}</Notice>
    ) : (
      <ProviderAssessment input={{ userPuid, quizId, lessonId: props.lessonId, resourceTrackingId: trackingId }} onHandedIn={onHandedIn} />
    );
  const named = {
    userPuid,
    quizId,
    lessonId: props.lessonId,
    resourceTrackingId: trackingId,
    groupAssignmentId: props.groupAssignmentId ?? 0,
  };
  if (!isQuizKind(resource_type_id))
    return (
      <LessonCheck
        input={{ ...named, kind: resource_type_id === ResourceType.leveledReader ? 'reader' : 'quiz' }}
        onHandedIn={onHandedIn}
      />
    );
  return (
    <QuizView input={{ ...named, kind: resource_type_id === ResourceType.assessment ? 'assessment' : 'quiz' }} onHandedIn={onHandedIn} />
  );
}

/** The item of a resource; for a reader, the last chosen level. */
function Item(props: ResourceViewProps) {
  const [itemId, setItemId] = useState(props.resource.item_id);
  return <Content key={itemId} {...props} itemId={itemId} onLevelChange={setItemId} />;
}

interface ContentProps extends ResourceViewProps {
  itemId: number;
  onLevelChange: (itemId: number) => void;
}

function Content(props: ContentProps) {
  const { itemId, onLevelChange, resource, position, isPreview, previewOf, onProgress, onClosed } = props;
  const { send } = useApp();
  const user = useSelector(useSession(), (snapshot) => snapshot.context.user);
  const collection = useCollection((signal) =>
    send(
      content.getContent,
      {
        id: itemId,
        userPuid: user?.userPuid ?? 0,
        roleId: user?.role ?? 0,
        districtId: user?.districtID ?? 0,
        stateId: user?.state_id ?? null,
      },
      { signal },
    ),
  );
  const { data, isFailed, problem } = collection;
  const isRefused = isFailed && problem?.code === closedWhileRunning;
  useEffect(() => {
    if (isRefused) onClosed?.();
  }, [isRefused, onClosed]);
  if (!data) return <LoadState collection={collection} shape="text" count={8} />;
  const { item_details, levels } = data;
  return (
    <Stack gap={5}>
      <Body
        body={item_details.body}
        itemId={itemId}
        levels={levels}
        onLevelChange={onLevelChange}
        language={item_details.language_id === spanish ? 'es' : 'en'}
        position={position}
        onProgress={onProgress}
      />
      {item_details.body.kind === 'terms' && (!isPreview || previewOf !== undefined) ? (
        <TermSetPractice {...props} terms={item_details.body.terms} />
      ) : null}
      {itemId !== resource.item_id && resource.quiz_id !== null && !isPreview ? (
        <Notice tone="info">{m.player_other_level()}</Notice>
      ) : null}
      {item_details.quiz_id !== null && isPreview && previewOf === undefined ? (
        <Notice tone="info">{m.player_quiz_preview()}</Notice>
      ) : null}
    </Stack>
  );
}
