import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type GroupStudent, groups } from '../../../contract/groups.ts';
import { labelsMachine } from '../../machines/groups/labelsMachine.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { labelsActors } from '../../services/groups.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconPrinter } from '../../ui/icons.ts';
import { Row } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useTableAddress, useTicks } from '../tableAddress.ts';
import { type Chart, useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { useWhyNot } from '../useWhyNot.ts';
import { nameOf } from '../words.ts';
import s from './labels.module.css';

const announcements = { rostering_labels_making: m.rostering_labels_making, rostering_labels_made: m.rostering_labels_made };
const initial = { sort: { key: 'name', isDescending: false }, filter: '', hidden: [] };

/** Labels with user names and login codes, for print, driven by the `labels` chart (`mygroups/printLabels`). */
export default function PrintLabelsPage() {
  const { send } = useApp();
  const logic = useMemo(() => labelsMachine.provide({ actors: labelsActors(send) }), [send]);
  return <Labels logic={logic} />;
}

/** The page, on a chart that makes calls. */
export function Labels({ logic }: { logic: typeof labelsMachine }) {
  const { send } = useApp();
  const user = useUser();
  const [params, setParams] = useSearchParams();
  const group = Number(params.get('group')) || null;
  const student = Number(params.get('student')) || null;
  const actor = useChart(logic, { announce: announcements });
  const classes = useCollection((signal) => send(groups.myGroups, { user_puid: user.userPuid }, { signal, quiet: true }));
  const {
    labels,
    address,
    count: all,
    problem,
    ...shown
  } = useFields(actor, (snapshot) => ({
    labels: snapshot.context.labels,
    address: snapshot.context.address,
    count: snapshot.context.order.students.length,
    problem: snapshot.context.problem,
    isChoosing: snapshot.hasTag('choosing'),
    isBusy: snapshot.hasTag('busy'),
    isFailed: snapshot.hasTag('failed'),
    isMade: snapshot.hasTag('made'),
  }));
  return (
    <Page width="wide">
      <div className={s.screenOnly}>
        <PageHeader
          title={m.rostering_labels()}
          lead={m.rostering_labels_lead()}
          breadcrumbs={[{ label: m.rostering_students(), href: paths.students }]}
          action={
            shown.isMade ? (
              <Button variant="primary" icon={IconPrinter} onPress={() => window.print()}>
                {m.rostering_labels_print()}
              </Button>
            ) : null
          }
        />
        <div className={s.field}>
          <NativeSelect
            label={m.rostering_class()}
            placeholder={m.rostering_choose_class()}
            value={group === null ? null : String(group)}
            options={(classes.data ?? []).map((one) => ({
              key: String(one.group_puid),
              label: one.period ? `${one.group_name} · ${m.groups_period_of({ period: one.period })}` : one.group_name,
            }))}
            onChange={(key) =>
              setParams(
                (now) => {
                  const next = new URLSearchParams(now);
                  next.set('group', key);
                  next.delete('student');
                  return next;
                },
                { replace: true },
              )
            }
          />
        </div>
        {shown.isFailed ? (
          <ProblemNotice title={m.rostering_labels_failed()} problem={problem} onRetry={() => actor.send({ type: 'labels.retried' })} />
        ) : null}
        {shown.isBusy ? (
          <ProgressBar
            label={m.rostering_labels_making()}
            value={labels.length}
            max={all}
            valueText={m.rostering_of({ done: formatNumber(labels.length), all: formatNumber(all) })}
          />
        ) : null}
      </div>
      {labels.length > 0 ? (
        <ul className={s.labels} data-focus="labels" tabIndex={-1} aria-label={m.rostering_labels()}>
          {labels.map((label) => (
            <li key={label.user_puid} className={s.label}>
              <div className={s.words}>
                <strong className={s.name}>
                  {label.first_name} {label.last_name}
                </strong>
                <span className={s.class}>{label.class_names.join('; ')}</span>
                <dl>
                  <div>
                    <dt>{m.rostering_labels_user()}</dt>
                    <dd>{label.user_name}</dd>
                  </div>
                  <div>
                    <dt>{m.rostering_labels_code()}</dt>
                    <dd className={label.login_code ? s.code : undefined}>{label.login_code ?? m.rostering_labels_has_code()}</dd>
                  </div>
                </dl>
                <span className={s.address}>{address.replace(/^https?:\/\//, '')}</span>
              </div>
              <div className={s.picture}>
                <QrCode text={address} label={m.rostering_labels_qr()} />
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={s.screenOnly}>
        {group !== null && shown.isChoosing ? (
          <Choice key={`${group}.${student}`} actor={actor} group_puid={group} student={student} />
        ) : null}
      </div>
    </Page>
  );
}

interface ChoiceProps {
  actor: Chart<typeof labelsMachine>;
  group_puid: number;
  /** The only student selected at first. */
  student: number | null;
}

function Choice({ actor, group_puid, student }: ChoiceProps) {
  const { send } = useApp();
  const collection = useCollection((signal) => send(groups.groupDetail, { group_puid }, { signal, quiet: true }));
  const { data } = collection;
  const here = data?.students.filter((one) => one.left_at === null && one.active) ?? [];
  const [touched, setTouched] = useTicks();
  const [renew, setRenew] = useState(false);
  const table = useTableAddress(initial);
  const selected =
    touched ?? new Set(here.filter((one) => student === null || one.user_puid === student).map((one) => String(one.user_puid)));
  const wanted = here.filter((one) => selected.has(String(one.user_puid)));
  const chosen = wanted.filter((one) => one.can_manage || (one.has_password && !renew));
  const asked = { type: 'labels.asked' as const, order: { students: chosen.map((one) => one.user_puid), renew } };
  const nobody = useWhyNot<typeof labelsMachine>(actor, asked, { hasStudents: m.rostering_labels_none() });
  const leftOut = wanted.filter((one) => !chosen.includes(one));
  const columns: TableColumn<GroupStudent>[] = [
    { key: 'name', header: m.rostering_name(), value: (row) => `${row.last_name}, ${row.first_name}`, isRowHeader: true, width: 'l' },
    { key: 'userName', header: m.rostering_user_name(), value: (row) => row.user_name },
    {
      key: 'signIn',
      header: m.rostering_sign_in(),
      value: (row) =>
        row.has_password ? m.rostering_has_password() : row.can_manage ? m.rostering_no_password() : m.rostering_not_yours(),
      look: (text, row) => <Badge tone={row.has_password ? 'success' : 'warning'}>{text}</Badge>,
    },
  ];
  if (collection.isFailed) return <LoadState collection={collection} />;
  return (
    <>
      <Checkbox label={m.rostering_labels_renew()} description={m.rostering_labels_renew_help()} isSelected={renew} onChange={setRenew} />
      <Row>
        <Button variant="primary" reason={data === undefined ? m.ui_wait() : nobody} onPress={() => actor.send(asked)}>
          {m.rostering_labels_make({ count: chosen.length })}
        </Button>
      </Row>
      {leftOut.length > 0 ? (
        <Notice tone="info">{m.rostering_labels_left_out({ names: new Intl.ListFormat(getLocale()).format(leftOut.map(nameOf)) })}</Notice>
      ) : null}
      <DataTable
        caption={m.rostering_labels_who()}
        rows={here}
        columns={columns}
        rowKey={(row) => String(row.user_puid)}
        {...table}
        isLoading={data === undefined}
        selected={selected}
        onSelectedChange={setTouched}
        fileName="labels"
        empty={<EmptyState title={m.groups_no_members()} />}
      />
    </>
  );
}
