import { useSelector } from '@xstate/react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { staff } from '../../../contract/kit.ts';
import { mostFeedbackBytes, primaryUses, profile } from '../../../contract/profile.ts';
import type { Problem } from '../../machines/problem.ts';
import { type FeedbackCategory, type FeedbackEntry, feedbackMachine } from '../../machines/profile/feedbackMachine.ts';
import { m } from '../../paraglide/messages.js';
import { feedbackActors } from '../../services/profile.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxGroup } from '../../ui/Checkbox.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useNotices, useUser } from '../hooks.ts';
import { offer } from '../offer.ts';
import { FormProblem } from '../public/FormParts.tsx';
import { fieldText } from '../shell/fieldText.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import s from './profile.module.css';

/** Needed only for a training request. */
const DatePicker = lazy(() => import('../../ui/DatePicker.tsx').then((module) => ({ default: module.DatePicker })));

const announcements = { account_feedback_incomplete: m.account_feedback_incomplete };

type Kind = FeedbackEntry['kind'];
interface FieldsProps {
  isIncomplete: boolean;
  /** The refusal, which may name fields. */
  problem: Problem | null;
  /** Reports the current entry of the form. */
  onChange: (entry: FeedbackEntry) => void;
}

/** Feedback about the product (specification, section 2: feedbackform), driven by the `feedback` chart. */
export default function FeedbackPage() {
  const { send } = useApp();
  const notices = useNotices();
  const user = useUser();
  const chart = useChart(feedbackMachine, {
    actors: feedbackActors(send, user.userPuid),
    announce: announcements,
    on: {
      'feedback.sent': () => notices.send({ type: 'notice.posted', kind: 'success', text: m.account_feedback_sent() }),
      'feedback.failed': () => notices.send({ type: 'notice.posted', kind: 'error', text: m.account_feedback_failed() }),
    },
  });
  const isSent = useSelector(chart, (snapshot) => snapshot.hasTag('sent'));
  const [kind, setKind] = useState<Kind>('feedback');

  const isStaff = staff.some((role) => role === user.role);
  return (
    <Page width="narrow">
      <PageHeader title={m.account_feedback()} lead={m.account_feedback_lead()} />
      {isSent ? (
        <Stack>
          <div data-focus="sent" tabIndex={-1}>
            <Text size={4} isBold>
              {m.account_feedback_sent()}
            </Text>
            <Text>{m.account_feedback_thanks()}</Text>
          </div>
          <Row>
            <Button onPress={() => chart.send({ type: 'feedback.continued' })}>{m.account_feedback_more()}</Button>
          </Row>
        </Stack>
      ) : (
        <Stack gap={5}>
          {isStaff ? (
            <SegmentedControl
              label={m.account_feedback_parts()}
              value={kind}
              onChange={(next) => setKind(next as Kind)}
              options={[
                { key: 'feedback', label: m.account_feedback_words() },
                { key: 'adoption', label: m.account_feedback_adoption() },
                { key: 'training', label: m.account_feedback_training() },
              ]}
            />
          ) : null}
          <FeedbackForm key={kind} kind={kind} chart={chart} />
        </Stack>
      )}
    </Page>
  );
}

/** The payload of an untouched form. */
const untouched: Record<Kind, FeedbackEntry> = {
  feedback: { kind: 'feedback', category: 'problem', text: '', file: null },
  adoption: { kind: 'adoption', rating: 0, text: '' },
  training: { kind: 'training', schoolId: 0, grades: [], uses: [], from: null, text: '' },
};

interface FeedbackFormProps {
  kind: Kind;
  chart: ActorRefFrom<typeof feedbackMachine>;
}

function FeedbackForm({ kind, chart }: FeedbackFormProps) {
  const [entry, setEntry] = useState(untouched[kind]);
  const { isBusy, isIncomplete, problem } = useFields(chart, (snapshot) => ({
    isBusy: snapshot.hasTag('busy'),
    isIncomplete: snapshot.hasTag('fieldError'),
    problem: snapshot.context.problem,
  }));
  const change = (next: FeedbackEntry) => {
    setEntry(next);
    offer(chart, { type: 'form.edited' });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    chart.send({ type: 'feedback.submitted', entry });
  };
  const shared: FieldsProps = { isIncomplete, problem, onChange: change };
  return (
    <form className={s.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      {isIncomplete ? <FormProblem>{m.account_feedback_incomplete()}</FormProblem> : null}
      {problem ? <FormProblem title={m.account_feedback_failed()}>{problemText(problem)}</FormProblem> : null}
      {entry.kind === 'feedback' ? <Words entry={entry} {...shared} /> : null}
      {entry.kind === 'adoption' ? <Adoption entry={entry} {...shared} /> : null}
      {entry.kind === 'training' ? <Training entry={entry} {...shared} /> : null}
      <Row>
        <Button type="submit" variant="primary" isPending={isBusy}>
          {m.account_feedback_send()}
        </Button>
      </Row>
    </form>
  );
}

type EntryOf<K extends Kind> = Extract<FeedbackEntry, { kind: K }>;

function Words({ entry, isIncomplete, problem, onChange }: FieldsProps & { entry: EntryOf<'feedback'> }) {
  const categories: Record<FeedbackCategory, string> = {
    problem: m.account_feedback_problem(),
    idea: m.account_feedback_idea(),
    praise: m.account_feedback_praise(),
    other: m.account_feedback_other(),
  };
  return (
    <>
      <RadioGroup
        label={m.account_feedback_category()}
        value={entry.category}
        onChange={(category) => onChange({ ...entry, category: category as FeedbackCategory })}
        options={Object.entries(categories).map(([key, label]) => ({ key, label }))}
        error={fieldText(problem, 'category')}
      />
      <TextArea
        label={m.account_feedback_text()}
        rows={6}
        maxLength={4000}
        value={entry.text}
        onChange={(text) => onChange({ ...entry, text })}
        error={isIncomplete && entry.text.trim() === '' ? m.account_field_missing() : fieldText(problem, 'feedback_text')}
      />
      <FileDrop
        label={m.account_feedback_file()}
        description={m.account_feedback_file_hint()}
        maxBytes={mostFeedbackBytes}
        onFiles={([file]) => onChange({ ...entry, file: file ?? null })}
        error={fieldText(problem, 'feedback_file')}
      />
      {entry.file ? (
        <Row>
          <Text>{m.account_feedback_chosen({ name: entry.file.name })}</Text>
          <Button size="small" variant="quiet" onPress={() => onChange({ ...entry, file: null })}>
            {m.account_feedback_file_remove()}
          </Button>
        </Row>
      ) : null}
    </>
  );
}

function Note({ text, error, onChange }: { text: string; error: string | null | undefined; onChange: (text: string) => void }) {
  return <TextArea label={m.account_feedback_note()} rows={4} maxLength={4000} value={text} onChange={onChange} error={error} />;
}

function Adoption({ entry, isIncomplete, problem, onChange }: FieldsProps & { entry: EntryOf<'adoption'> }) {
  const marks = [
    m.account_feedback_rating_5(),
    m.account_feedback_rating_4(),
    m.account_feedback_rating_3(),
    m.account_feedback_rating_2(),
    m.account_feedback_rating_1(),
  ];
  return (
    <>
      <RadioGroup
        label={m.account_feedback_rating()}
        value={entry.rating > 0 ? String(entry.rating) : null}
        onChange={(rating) => onChange({ ...entry, rating: Number(rating) })}
        options={marks.map((label, index) => ({ key: String(5 - index), label }))}
        error={isIncomplete ? m.account_feedback_incomplete() : fieldText(problem, 'rating')}
      />
      <Note text={entry.text} onChange={(text) => onChange({ ...entry, text })} error={fieldText(problem, 'feedback_text')} />
    </>
  );
}

function Training({ entry, isIncomplete, problem, onChange }: FieldsProps & { entry: EntryOf<'training'> }) {
  const { send } = useApp();
  const { districtID, userPuid } = useUser();
  const places = useCollection(async (signal) => {
    const [schools, grades] = await Promise.all([
      send(profile.allSchools, { district_id: districtID, logged_in_user_puid: userPuid }, { signal }),
      send(profile.allGrades, {}, { signal }),
    ]);
    return { schools, grades };
  });
  const uses: Record<(typeof primaryUses)[number], string> = {
    lessons: m.account_use_lessons(),
    assessments: m.account_use_assessments(),
    reports: m.account_use_reports(),
    rostering: m.account_use_rostering(),
  };
  const errorOf = (list: readonly string[], field: string) =>
    isIncomplete && list.length === 0 ? m.account_training_no_choice() : fieldText(problem, field);
  return (
    <>
      <Select
        label={m.account_training_school()}
        placeholder={m.account_choose()}
        value={entry.schoolId > 0 ? String(entry.schoolId) : null}
        options={(places.data?.schools ?? []).map(({ school_id, name }) => ({ key: String(school_id), label: name }))}
        onChange={(key) => onChange({ ...entry, schoolId: Number(key) })}
        error={isIncomplete && entry.schoolId === 0 ? m.account_field_missing() : fieldText(problem, 'school_id')}
      />
      <CheckboxGroup
        label={m.account_training_grades()}
        value={entry.grades}
        options={(places.data?.grades ?? []).map(({ grade }) => ({ key: grade, label: grade }))}
        onChange={(grades) => onChange({ ...entry, grades })}
        error={errorOf(entry.grades, 'grade_levels')}
      />
      <CheckboxGroup
        label={m.account_training_uses()}
        value={entry.uses}
        options={primaryUses.map((key) => ({ key, label: uses[key] }))}
        onChange={(chosen) => onChange({ ...entry, uses: chosen })}
        error={errorOf(entry.uses, 'primary_use')}
      />
      <Suspense fallback={<Skeleton shape="text" count={2} />}>
        <DatePicker
          label={m.account_training_from()}
          value={entry.from}
          onChange={(from) => onChange({ ...entry, from })}
          error={fieldText(problem, 'preferred_date')}
        />
      </Suspense>
      <Note text={entry.text} onChange={(text) => onChange({ ...entry, text })} error={fieldText(problem, 'note')} />
    </>
  );
}
