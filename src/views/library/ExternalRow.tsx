import type { ReactNode } from 'react';
import { type ExternalResource, library } from '../../../contract/library.ts';
import { Button } from '../../ui/Button.tsx';
import { IconDownload, IconExternalLink, IconFile } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import s from './library.module.css';

/** A teacher's own resource: its link, its file, and its actions. */
export function ExternalRow({ resource, children }: { resource: ExternalResource; children?: ReactNode }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const { title, description, url, attachment, resource_id } = resource;
  const Icon = url === null ? IconFile : IconExternalLink;
  const download = async () => {
    const { path } = await send(library.attachmentLink, { user_puid: userPuid, resource_id });
    // The response is an attachment, so the page stays.
    window.location.assign(path);
  };
  return (
    <li className={s.row}>
      <Icon size="1.75rem" stroke={1.5} aria-hidden="true" />
      <div>
        {url === null ? (
          <Text isBold>{title}</Text>
        ) : (
          <Link href={url} isExternal>
            {title}
          </Link>
        )}
        {description ? (
          <Text tone="soft" size={2}>
            {description}
          </Text>
        ) : null}
      </div>
      <Row gap={2}>
        {attachment ? (
          <Button size="small" icon={IconDownload} onPress={() => void download().catch(() => {})}>
            {attachment.file_name}
          </Button>
        ) : null}
        {children}
      </Row>
    </li>
  );
}
