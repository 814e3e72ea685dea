import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { paths } from '../paths.ts';
import s from './library.module.css';
import { usePlaylist } from './shelf.ts';

/** The resources picked for a lesson so far, with the button that makes the lesson; hidden while there are none. */
export function PlaylistBar() {
  const { entries, playlist } = usePlaylist();
  const minutes = entries.reduce((sum, entry) => sum + entry.minutes, 0);
  if (entries.length === 0) return null;
  return (
    <section className={s.playlist} aria-label={m.library_playlist()}>
      <div className={s.picked}>
        <Text isBold>{m.library_playlist_count({ count: entries.length, minutes })}</Text>
        <Text tone="soft" size={2}>
          {entries.map((entry) => `${entry.sort_order}. ${entry.title}`).join(' · ')}
        </Text>
      </div>
      <Row gap={2}>
        <Button variant="quiet" onPress={playlist.clear}>
          {m.library_playlist_clear()}
        </Button>
        <LinkButton variant="primary" icon={IconPlus} href={paths.addNewLesson}>
          {m.library_create_lesson()}
        </LinkButton>
      </Row>
    </section>
  );
}
