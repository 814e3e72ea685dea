import { type ReactNode, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { getLocale, setLocale } from '../../paraglide/runtime.js';
import { ActingAsBar } from '../../ui/ActingAsBar.tsx';
import { AppFrame } from '../../ui/AppFrame.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chart } from '../../ui/Chart.tsx';
import { Checkbox, CheckboxGroup } from '../../ui/Checkbox.tsx';
import { ComboBox } from '../../ui/ComboBox.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { type DateRange, DateRangePicker } from '../../ui/DateRangePicker.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Form } from '../../ui/Form.tsx';
import { type Language, LanguageMenu, type NavItem, ThemeMenu } from '../../ui/FrameTools.tsx';
import { Html } from '../../ui/Html.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import {
  IconArrowLeft,
  IconArrowRight,
  IconBook2,
  IconBooks,
  IconChecklist,
  IconClipboardList,
  IconCopy,
  IconDotsVertical,
  IconEdit,
  IconFilter,
  IconHome,
  IconLogout,
  IconPlus,
  IconPrinter,
  IconReportAnalytics,
  IconSettings,
  IconStar,
  IconTrash,
  IconUser,
  IconUsersGroup,
} from '../../ui/icons.ts';
import { KeyboardShortcuts } from '../../ui/KeyboardShortcuts.tsx';
import { Grid, Row, Stack, Text } from '../../ui/Layout.tsx';
import { Link, LinkButton } from '../../ui/Link.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import n from '../../ui/native.module.css';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { PlayerFrame } from '../../ui/PlayerFrame.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { ProgressBar, ProgressRing } from '../../ui/Progress.tsx';
import { PublicFrame } from '../../ui/PublicFrame.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { SaveStatus } from '../../ui/SaveStatus.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { SpinnerOverlay } from '../../ui/SpinnerOverlay.tsx';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { StudentFrame } from '../../ui/StudentFrame.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Timer } from '../../ui/Timer.tsx';
import { ToastBody } from '../../ui/ToastBody.tsx';
import { Tree } from '../../ui/Tree.tsx';
import { applyTheme, type Theme } from '../../ui/theme.ts';
import { moveNodes, type TreeNode } from '../../ui/treeMoves.ts';
import { UiProvider } from '../../ui/UiProvider.tsx';
import s from './GalleryPage.module.css';
import {
  article,
  cooling,
  grades,
  lessons,
  type SampleStudent,
  saveStates,
  scores,
  springs,
  stages,
  statusWords,
  students,
  words,
} from './gallerySamples.ts';

const HERE = '#gallery';

const FRAMES = ['teacher', 'student', 'player', 'public'] as const;
type Frame = (typeof FRAMES)[number];

const frameWords: Record<Frame, string> = {
  teacher: words.frameTeacher,
  student: words.frameStudent,
  player: words.framePlayer,
  public: words.framePublic,
};

interface Switches {
  language: Language;
  onLanguageChange: (language: Language) => void;
  theme: Theme;
  onThemeChange: (theme: Theme) => void;
}

/** The design system, looked at: every component in every state, and the frames, with theme and language at the top. */
export default function GalleryPage() {
  const [language, setLanguage] = useState<Language>(getLocale);
  const [theme, setTheme] = useState<Theme>('system');
  const [frame, setFrame] = useState<Frame | null>(null);
  const switches: Switches = {
    language,
    onLanguageChange: (next) => {
      void setLocale(next, { reload: false });
      document.documentElement.lang = next;
      setLanguage(next);
    },
    theme,
    onThemeChange: (next) => {
      applyTheme(next);
      setTheme(next);
    },
  };
  return (
    // The key lets every component be made anew: words are read when a component is drawn for the first time.
    <UiProvider key={language} language={language} navigate={() => undefined}>
      {frame ? (
        <FrameDemo frame={frame} switches={switches} onBack={() => setFrame(null)} />
      ) : (
        <Gallery switches={switches} onFrame={setFrame} />
      )}
    </UiProvider>
  );
}

function Gallery({ switches, onFrame }: { switches: Switches; onFrame: (frame: Frame) => void }) {
  return (
    <main id="content" tabIndex={-1}>
      <Page>
        <PageHeader
          breadcrumbs={[{ label: m.ui_product(), href: HERE }]}
          title={words.gallery}
          lead={words.lead}
          action={
            <>
              <LanguageMenu {...switches} />
              <ThemeMenu {...switches} />
            </>
          }
        />
        <Section title={words.frames}>
          <Row>
            {FRAMES.map((each) => (
              <Button key={each} onPress={() => onFrame(each)}>
                {frameWords[each]}
              </Button>
            ))}
          </Row>
        </Section>
        <Identity />
        <Buttons />
        <Fields />
        <FormDemo />
        <Feedback />
        <Cards />
        <Dialogs />
        <Tables />
        <Charts />
        <TreeDemo />
        <Section title={words.content}>
          <Card>
            <Html html={article} look="reading" language="en" />
          </Card>
        </Section>
        <Files />
        <Player />
        <Section title={words.empty}>
          <Grid>
            {(['orbit', 'search', 'flask', 'offline', 'done', 'lost'] as const).map((art) => (
              <Card key={art}>
                <EmptyState art={art} title={words.emptyTitle}>
                  {words.emptyText}
                </EmptyState>
              </Card>
            ))}
          </Grid>
        </Section>
        <Section title={words.skeletons}>
          <Skeleton shape="title" count={1} />
          <Skeleton />
          <Skeleton shape="card" />
          <Skeleton shape="row" count={2} />
        </Section>
      </Page>
      <KeyboardShortcuts
        groups={[
          {
            title: words.table,
            shortcuts: [
              { keys: ['Shift', '↓'], label: words.students },
              { keys: ['Ctrl', 'A'], label: words.manyStudents },
            ],
          },
          { title: words.tree, shortcuts: [{ keys: ['Enter'], label: words.linkButton }] },
        ]}
      />
    </main>
  );
}

function Identity() {
  return (
    <Section title={words.identity}>
      <Row gap={5}>
        <span className={s.logo}>
          <Logo size={64} />
        </span>
        <span className={s.logo}>
          <Logo size={32} />
        </span>
        {students(6).map(({ id, name }) => (
          <Avatar key={id} name={name} size={Number(id) < 3 ? 'large' : Number(id) < 5 ? 'medium' : 'small'} />
        ))}
        <Spinner />
      </Row>
      <Row>
        <Badge>{statusWords.none}</Badge>
        <Badge tone="accent">{statusWords.open}</Badge>
        <Badge tone="success" icon={IconStar}>
          {statusWords.done}
        </Badge>
        <Badge tone="warning">{statusWords.late}</Badge>
        <Badge tone="danger">{statusWords.failed}</Badge>
      </Row>
      <Row gap={5}>
        {(Object.keys(statusWords) as (keyof typeof statusWords)[]).map((status) => (
          <StatusDot key={status} status={status}>
            {statusWords[status]}
          </StatusDot>
        ))}
      </Row>
    </Section>
  );
}

function Buttons() {
  return (
    <Section title={words.buttons}>
      <Row>
        <Button variant="primary" icon={IconPlus}>
          {words.assign}
        </Button>
        <Button icon={IconPrinter}>{words.print}</Button>
        <Button variant="quiet">{words.more}</Button>
        <Button variant="danger" icon={IconTrash}>
          {words.remove}
        </Button>
      </Row>
      <Row>
        <Button variant="primary" isPending>
          {words.saving}
        </Button>
        <Button isPending>{words.saving}</Button>
        <Button variant="primary" reason={words.reason}>
          {words.disabled}
        </Button>
        <Button reason={words.reason}>{words.disabled}</Button>
        <Button variant="quiet" reason={words.reason}>
          {words.disabled}
        </Button>
        <Button variant="danger" reason={words.reason}>
          {words.disabled}
        </Button>
      </Row>
      <Row>
        <Button size="small" variant="primary">
          {words.small}
        </Button>
        <Button size="small">{words.small}</Button>
        <IconButton icon={IconEdit} label={words.edit} />
        <IconButton icon={IconEdit} size="small" label={words.edit} />
        <IconButton icon={IconTrash} label={words.remove} reason={words.reason} />
        <LinkButton href={HERE} variant="primary" iconEnd={IconArrowRight}>
          {words.linkButton}
        </LinkButton>
        <LinkButton href={HERE}>{words.linkButton}</LinkButton>
        <Link href={HERE}>{words.link}</Link>
        <Link href={HERE} look="plain">
          {words.link}
        </Link>
        <Link href="https://www.nasa.gov/" isExternal>
          {words.outside}
        </Link>
      </Row>
    </Section>
  );
}

function Fields() {
  const [due, setDue] = useState<string | null>('2026-11-27T23:59');
  const [day, setDay] = useState<string | null>(null);
  const [range, setRange] = useState<DateRange>({ start: '2026-11-02', end: '2026-11-27' });
  const [view, setView] = useState<'day' | 'week' | 'month'>('week');
  return (
    <Section title={words.fields}>
      <Grid>
        <TextField label={words.className} description={words.classHelp} placeholder={words.classExample} />
        <TextField label={words.className} defaultValue={words.classExample} error={words.classError} />
        <TextField label={words.className} defaultValue={words.classExample} reason={words.classReason} />
        <PasswordField label={words.password} autoComplete="off" defaultValue={words.hello} />
        <NumberField label={words.points} defaultValue={10} minValue={0} maxValue={100} />
        <SearchField label={words.search} defaultValue={words.tree} />
        <Select label={words.grade} options={grades} />
        <Select label={words.grade} options={grades} defaultValue="7" description={words.classHelp} />
        <Select label={words.grade} options={grades} reason={words.classReason} />
        <ComboBox
          label={words.teacher}
          description={words.teacherHelp}
          options={students(200).map(({ id, name }) => ({ key: id, label: name }))}
        />
        <DatePicker label={words.due} description={words.dueHelp} granularity="minute" value={due} onChange={setDue} />
        <DatePicker label={words.due} value={day} onChange={setDay} error={words.reason} />
        <DateRangePicker label={words.period} value={range} onChange={setRange} />
        <TextArea label={words.notes} defaultValue={words.notesText} />
        <Stack gap={2}>
          <Checkbox label={words.shuffle} description={words.shuffleHelp} defaultSelected />
          <Checkbox label={words.some} isIndeterminate />
          <Checkbox label={words.fixed} reason={words.classReason} />
          <Switch label={words.live} defaultSelected />
          <Switch label={words.live} />
          <Switch label={words.fixed} reason={words.classReason} />
        </Stack>
        <CheckboxGroup label={words.accommodations} options={grades.slice(0, 3)} defaultValue={['7']} error={words.reason} />
        <RadioGroup label={words.retake} options={grades.slice(0, 3)} defaultValue="6" />
        <Stack>
          <RadioGroup label={words.retake} options={grades.slice(0, 3)} defaultValue="6" look="row" />
          <SegmentedControl
            label={words.show}
            value={view}
            onChange={setView}
            options={[
              { key: 'day', label: words.due },
              { key: 'week', label: words.period },
              { key: 'month', label: words.grade },
            ]}
          />
        </Stack>
      </Grid>
      <RadioGroup label={words.question} look="cards" options={grades.slice(0, 3)} defaultValue="7" />
    </Section>
  );
}

function FormDemo() {
  const [errors, setErrors] = useState<Record<string, string>>({ name: words.classError });
  return (
    <Section title={words.form}>
      <Card>
        <Form validationErrors={errors} onSubmit={(data) => setErrors(data.get('name') ? { name: words.classError } : {})}>
          <Grid>
            <TextField name="name" label={words.className} defaultValue={words.classExample} isRequired />
            <Select name="grade" label={words.grade} options={grades} isRequired />
          </Grid>
          <Row justify="end">
            <Button type="submit" variant="primary">
              {words.send}
            </Button>
          </Row>
        </Form>
      </Card>
    </Section>
  );
}

function Feedback() {
  const [isBusy, setBusy] = useState(false);
  return (
    <Section title={words.feedback}>
      <Notice tone="info" title={words.infoTitle}>
        {words.infoText}
      </Notice>
      <Notice tone="success">{words.successText}</Notice>
      <Notice tone="warning" onDismiss={() => undefined}>
        {words.warningText}
      </Notice>
      <Notice tone="error" title={words.errorTitle} action={<Button size="small">{words.errorAction}</Button>}>
        {words.errorText}
      </Notice>
      <Row>
        <ToastBody kind="success" text={words.toast} action={{ label: words.undo, onPress: () => undefined }} onDismiss={() => undefined} />
        <ToastBody kind="error" text={words.confirmFailed} onDismiss={() => undefined} />
        <ToastBody kind="plain" text={words.toast} onDismiss={() => undefined} />
      </Row>
      <Grid>
        <ProgressBar label={words.progress} value={340} max={1200} valueText={words.progressValue} />
        <ProgressBar label={words.unknown} />
        <Row gap={5}>
          <ProgressRing label={words.lesson} value={1} max={3} />
          <ProgressRing label={words.lesson} value={100} isLabelHidden={false} />
        </Row>
      </Grid>
      <Row>
        <Button
          onPress={() => {
            setBusy(true);
            setTimeout(() => setBusy(false), 3000);
          }}
        >
          {words.showSpinner}
        </Button>
      </Row>
      <SpinnerOverlay isBusy={isBusy} />
    </Section>
  );
}

function Cards() {
  const [chosen, setChosen] = useState('date');
  const menu = (
    <Menu
      trigger={<IconButton icon={IconDotsVertical} label={words.menu} />}
      label={words.menu}
      onAction={(key, group) => {
        if (group === 'sort') setChosen(key);
      }}
      groups={[
        {
          key: 'do',
          items: [
            { key: 'edit', label: words.edit, icon: IconEdit },
            { key: 'copy', label: words.assign, icon: IconCopy, reason: words.reason },
            { key: 'open', label: words.linkButton, icon: IconArrowRight, href: HERE },
          ],
        },
        {
          key: 'sort',
          title: words.show,
          selected: chosen,
          items: [
            { key: 'date', label: words.due },
            { key: 'name', label: words.className },
          ],
        },
        { key: 'danger', items: [{ key: 'delete', label: words.remove, icon: IconTrash, isDanger: true }] },
      ]}
    />
  );
  return (
    <Section title={words.layout} action={menu}>
      <Card
        tone="accent"
        eyebrow={words.continueEyebrow}
        title={words.continueTitle}
        end={<ProgressRing label={words.lesson} value={1} max={3} />}
        footer={
          <>
            <span>{words.cardDue}</span>
            <LinkButton href={HERE} variant="primary" iconEnd={IconArrowRight}>
              {words.continueAction}
            </LinkButton>
          </>
        }
      >
        <Text tone="soft">{words.continueText}</Text>
      </Card>
      <Grid>
        <Card
          href={HERE}
          eyebrow={words.cardEyebrow}
          title={words.cardTitle}
          end={<Badge tone="warning">{statusWords.late}</Badge>}
          footer={words.cardDue}
        >
          {words.cardText}
        </Card>
        <Card
          eyebrow={words.cardEyebrow}
          title={words.cardTitle}
          end={menu}
          footer={<StatusDot status="done">{statusWords.done}</StatusDot>}
        >
          {words.cardText}
        </Card>
        <Card tone="quiet" eyebrow={words.cardEyebrow} title={words.cardTitle}>
          {words.cardText}
        </Card>
      </Grid>
      <Tabs
        label={words.tabs}
        items={[
          { key: 'students', label: words.students, badge: 24, content: <Text>{words.cardText}</Text> },
          { key: 'content', label: words.content, content: <Text>{words.continueText}</Text> },
          { key: 'files', label: words.files, content: <Text>{words.filesHelp}</Text> },
        ]}
      />
      <Row>
        <Popover trigger={<Button icon={IconFilter}>{words.popover}</Button>} label={words.popover}>
          <Stack gap={1}>
            <Checkbox label={statusWords.none} />
            <Checkbox label={statusWords.done} defaultSelected />
          </Stack>
        </Popover>
      </Row>
    </Section>
  );
}

type Asked = 'plain' | 'typed' | null;

function Dialogs() {
  const [asked, setAsked] = useState<Asked>(null);
  const [hasFailed, setFailed] = useState(false);
  return (
    <Section title={words.dialogs}>
      <Row>
        <Dialog
          title={words.dialogTitle}
          trigger={<Button>{words.dialogOpen}</Button>}
          footer={(close) => (
            <>
              <Button onPress={close}>{m.ui_cancel()}</Button>
              <Button variant="primary" onPress={close}>
                {words.assign}
              </Button>
            </>
          )}
        >
          <TextField label={words.className} defaultValue={words.classExample} />
          <Select label={words.grade} options={grades} defaultValue="7" />
        </Dialog>
        <Button onPress={() => setAsked('plain')}>{words.confirmPlain}</Button>
        <Button variant="danger" onPress={() => setAsked('typed')}>
          {words.confirmOpen}
        </Button>
      </Row>
      <ConfirmDialog
        isOpen={asked === 'plain'}
        onOpenChange={() => setAsked(null)}
        title={words.confirmPlain}
        confirmLabel={words.confirmPlainLabel}
        onConfirm={() => setAsked(null)}
      >
        {words.confirmPlainText}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'typed'}
        onOpenChange={() => {
          setAsked(null);
          setFailed(false);
        }}
        title={words.confirmTitle}
        typed={words.confirmTyped}
        confirmLabel={words.confirmLabel}
        isDanger
        onConfirm={() => setFailed(true)}
        error={hasFailed ? words.confirmFailed : null}
      >
        {words.confirmText}
      </ConfirmDialog>
    </Section>
  );
}

function StudentTable({ caption, rows, isLoading = false }: { caption: string; rows: readonly SampleStudent[]; isLoading?: boolean }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['2', '3']));
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={({ id }) => id}
      fileName="students"
      isLoading={isLoading}
      selected={selected}
      onSelectedChange={setSelected}
      bulkActions={<Button size="small">{words.remind}</Button>}
      rowActions={({ name }) => <IconButton icon={IconDotsVertical} label={m.ui_tree_actions({ name })} />}
      empty={
        <EmptyState title={words.emptyTitle} action={<Button variant="primary">{words.filesLabel}</Button>}>
          {words.emptyText}
        </EmptyState>
      }
      columns={[
        {
          key: 'name',
          header: words.students,
          value: ({ name }) => name,
          isRowHeader: true,
          width: 'l',
          look: (text) => (
            <Link href={HERE} look="plain">
              {text}
            </Link>
          ),
        },
        {
          key: 'status',
          header: words.status,
          value: ({ status }) => statusWords[status],
          look: (text, { status }) => <StatusDot status={status}>{text}</StatusDot>,
        },
        {
          key: 'score',
          header: words.points,
          value: ({ score }) => score,
          text: ({ score }) => (score === null ? '–' : `${score} %`),
          align: 'end',
          width: 's',
        },
        { key: 'minutes', header: words.timeHeader, value: ({ minutes }) => minutes, align: 'end', width: 's' },
      ]}
    />
  );
}

function Tables() {
  return (
    <Section title={words.table}>
      <StudentTable caption={words.students} rows={students(6)} />
      <StudentTable caption={words.manyStudents} rows={students(5000)} />
      <StudentTable caption={words.loadingTable} rows={[]} isLoading />
      <StudentTable caption={words.emptyTitle} rows={[]} />
    </Section>
  );
}

function Charts() {
  return (
    <Section title={words.charts}>
      <Grid min="l">
        <Chart
          kind="bar"
          title={words.barTitle}
          summary={words.barSummary}
          data={scores}
          labelHeader={words.classHeader}
          valueHeader={words.scoreHeader}
          max={100}
        />
        <Chart kind="line" title={words.lineTitle} data={cooling} labelHeader={words.timeHeader} valueHeader={words.temperatureHeader} />
        <Chart kind="stacked" title={words.stackTitle} data={stages} labelHeader={words.classHeader} valueHeader={words.studentsHeader} />
        <Chart kind="scatter" title={words.scatterTitle} data={springs} labelHeader={words.massHeader} valueHeader={words.stretchHeader} />
      </Grid>
    </Section>
  );
}

function TreeDemo() {
  const [items, setItems] = useState<readonly TreeNode[]>(lessons);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['ice']));
  return (
    <Section title={words.tree}>
      <Grid min="l">
        <Tree
          label={words.treeLabel}
          items={items}
          defaultExpanded={['matter']}
          selectionMode="multiple"
          selected={selected}
          onSelectedChange={setSelected}
          onMove={(move) => setItems(moveNodes(items, move))}
          actions={() => [{ key: 'delete', label: words.remove, icon: IconTrash, isDanger: true }]}
        />
        <Tree label={words.content} items={[]} empty={<EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>} />
      </Grid>
    </Section>
  );
}

function Files() {
  const [names, setNames] = useState('');
  return (
    <Section title={words.files}>
      <FileDrop
        label={words.filesLabel}
        description={words.filesHelp}
        accept={['.csv', '.zip']}
        maxBytes={50e6}
        isMultiple
        onFiles={(files) => setNames(files.map(({ name }) => name).join(', '))}
      />
      {names ? (
        <Text>
          {words.filesGot} {names}
        </Text>
      ) : null}
    </Section>
  );
}

function Player() {
  const [remaining, setRemaining] = useState(754);
  return (
    <Section title={words.player}>
      <Row gap={6}>
        {saveStates.map((state) => (
          <SaveStatus key={state.kind} state={state} onRetry={() => undefined} onResolve={() => undefined} />
        ))}
      </Row>
      <Row gap={6}>
        <Timer remaining={remaining} onExtend={() => setRemaining(remaining + 300)} />
        <Timer remaining={42} />
      </Row>
      <ActingAsBar actor={words.frameTeacher} account={words.hello} onExit={() => undefined} />
    </Section>
  );
}

const NAV: Record<'teacher' | 'student', readonly NavItem[]> = {
  teacher: [
    { key: 'home', label: words.frameTeacher, icon: IconHome, href: HERE },
    { key: 'classes', label: words.classHeader, icon: IconUsersGroup, href: HERE },
    { key: 'lessons', label: words.treeLabel, icon: IconBook2, href: HERE },
    { key: 'assignments', label: words.loadingTable, icon: IconClipboardList, href: HERE, isCurrent: true },
    { key: 'reports', label: words.charts, icon: IconReportAnalytics, href: HERE },
    { key: 'settings', label: words.fixed, icon: IconSettings, href: HERE },
  ],
  student: [
    { key: 'home', label: words.frameStudent, icon: IconHome, href: HERE, isCurrent: true },
    { key: 'work', label: words.loadingTable, icon: IconChecklist, href: HERE },
    { key: 'library', label: words.treeLabel, icon: IconBooks, href: HERE },
  ],
};

function FrameDemo({ frame, switches, onBack }: { frame: Frame; switches: Switches; onBack: () => void }) {
  const back = (
    <Button icon={IconArrowLeft} onPress={onBack}>
      {words.back}
    </Button>
  );
  const tools = {
    ...switches,
    account: {
      name: words.signIn,
      items: [
        { key: 'profile', label: words.identity, icon: IconUser },
        { key: 'out', label: words.back, icon: IconLogout },
      ],
    },
    onAccountAction: (key: string) => {
      if (key === 'out') onBack();
    },
    notifications: { count: 3, onOpen: () => undefined },
  };
  const screens: Record<Frame, () => ReactNode> = {
    teacher: () => (
      <AppFrame
        {...tools}
        nav={NAV.teacher}
        homeHref={HERE}
        search={<SearchField label={words.search} isLabelHidden placeholder={words.search} />}
        banner={<ActingAsBar actor={words.frameTeacher} account={words.hello} onExit={onBack} />}
      >
        <Page width="wide">
          <PageHeader
            breadcrumbs={[{ label: words.loadingTable, href: HERE }]}
            title={words.continueTitle}
            badge={<Badge tone="accent">{statusWords.open}</Badge>}
            lead={words.cardDue}
            more={back}
            action={
              <Button variant="primary" icon={IconPlus}>
                {words.assign}
              </Button>
            }
          />
          <StudentTable caption={words.students} rows={students(24)} />
        </Page>
      </AppFrame>
    ),
    student: () => (
      <StudentFrame {...tools} nav={NAV.student} homeHref={HERE}>
        <Page>
          <PageHeader title={words.hello} lead={words.helloLead} more={back} />
          <Cards />
        </Page>
      </StudentFrame>
    ),
    player: () => (
      <PlayerFrame
        title={words.continueTitle}
        progress={{ at: 2, of: 3, done: 1 }}
        save={<SaveStatus state={{ kind: 'offline', count: 2 }} />}
        time={<Timer remaining={754} />}
        onLeave={onBack}
        footer={
          <>
            <Button icon={IconArrowLeft}>{words.previous}</Button>
            <Button variant="primary" iconEnd={IconArrowRight}>
              {words.next}
            </Button>
          </>
        }
      >
        <Html html={article} look="reading" language="en" />
      </PlayerFrame>
    ),
    public: () => (
      <PublicFrame title={words.signIn} lead={words.signInLead} tools={back} footer={words.emptyText}>
        <NativeField label={words.username} autoComplete="username" />
        <NativeField label={words.password} type="password" autoComplete="current-password" error={words.failed} />
        <button type="button" className={`${n.button} ${n.primary} ${n.wide}`}>
          {words.signIn}
        </button>
      </PublicFrame>
    ),
  };
  return screens[frame]();
}
