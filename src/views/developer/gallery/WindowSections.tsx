import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { IconArrowRight, IconCopy, IconDotsVertical, IconEdit, IconFilter, IconTrash } from '../../../ui/icons.ts';
import { KeyboardShortcuts } from '../../../ui/KeyboardShortcuts.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/Layout.tsx';
import { LinkButton } from '../../../ui/Link.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { Section } from '../../../ui/Page.tsx';
import { Popover } from '../../../ui/Popover.tsx';
import { ProgressRing } from '../../../ui/Progress.tsx';
import { Select } from '../../../ui/Select.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { grades, statusWords, words } from '../gallerySamples.ts';
import { HERE } from './frames.ts';

/** Cards and overlays. */
export default function WindowSections() {
  return (
    <>
      <Cards />
      <Dialogs />
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
    </>
  );
}

/** Cards, and controls on them. */
export function Cards() {
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
