import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import { IconDownload, IconExternalLink, IconFile } from '../../ui/icons.ts';
import { Stack } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import s from './LessonPlayer.module.css';
import type { BodyProps } from './ResourceView.tsx';

const kilobyte = 1024;
const units = ['B', 'kB', 'MB', 'GB'] as const;

/** A size in bytes as people write it. */
export function sizeText(bytes: number, language: string): string {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(kilobyte)), units.length - 1);
  const value = bytes / kilobyte ** power;
  return `${value.toLocaleString(language, { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${units[power]}`;
}

/** The kind of a file as people name it: `CSV`. */
const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toUpperCase();

/** Only the web's own addresses: content may come from anywhere. */
const webAddress = (url: string): URL | undefined => {
  const address = URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI) : undefined;
  return address && /^https?:$/.test(address.protocol) ? address : undefined;
};

/** Half done when it was opened: whether it was read, the student says. */
const opened = 50;

/** Something that is elsewhere: a page in a new tab, or a file to download. How often it was opened is kept as the position. */
export default function Linked({ body, language, position, onProgress }: BodyProps<'link' | 'file'>) {
  const address = webAddress(body.url);
  if (!address) return <Notice tone="error">{m.player_bad_address()}</Notice>;
  const isFile = body.kind === 'file';
  const isPicture = isFile && /^image\/(png|jpeg|gif|webp|avif)$/.test(body.media_type);
  const count = () => onProgress(opened, position + 1);
  return (
    <Stack gap={4}>
      <Html html={body.why_html} />
      {isPicture ? <img className={s.picture} src={address.href} alt={body.file_name} /> : null}
      <div className={s.card}>
        {isFile ? <IconFile size={32} stroke={1.5} aria-hidden="true" /> : <IconExternalLink size={32} stroke={1.5} aria-hidden="true" />}
        <div>
          <p className={s.cardTitle}>{isFile ? body.file_name : address.hostname}</p>
          <p className={s.kind}>
            {isFile ? `${extensionOf(body.file_name)} · ${sizeText(body.size, language)}` : m.player_link_elsewhere()}
            {position > 0 ? ` · ${m.player_opened({ count: position })}` : ''}
          </p>
        </div>
        {isFile ? (
          <LinkButton href={address.href} variant="primary" icon={IconDownload} download={body.file_name} onPress={count}>
            {m.player_download()}
          </LinkButton>
        ) : (
          <LinkButton href={address.href} variant="primary" iconEnd={IconExternalLink} isExternal onPress={count}>
            {m.player_open_link()}
          </LinkButton>
        )}
      </div>
    </Stack>
  );
}
