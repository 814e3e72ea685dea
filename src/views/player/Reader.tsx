import { useEffect, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Html } from '../../ui/Html.tsx';
import { IconArrowLeft, IconArrowRight } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import type { BodyProps } from './ResourceView.tsx';

/** A leveled reader, page by page; it opens where the student left off. */
export default function Reader({ body, position, onProgress }: BodyProps<'pages'>) {
  const [page, setPage] = useState(Math.min(Math.max(Math.floor(position), 0), body.pages.length - 1));
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    onProgress((100 * (page + 1)) / body.pages.length, page);
  }, [page, body.pages.length, onProgress]);
  const turn = (to: number) => {
    setPage(to);
    top.current?.focus();
  };
  return (
    <Stack gap={5}>
      <Row justify="between">
        {body.lexile === null ? (
          body.spanish_remark ? (
            <Badge>{body.spanish_remark}</Badge>
          ) : null
        ) : (
          <Badge>{m.player_lexile({ level: body.lexile })}</Badge>
        )}
        <Text tone="soft" size={2}>
          {m.player_page({ page: page + 1, pages: body.pages.length })}
        </Text>
      </Row>
      <div ref={top} tabIndex={-1}>
        <Html html={body.pages[page] ?? ''} />
      </div>
      <Row justify="between">
        <Button icon={IconArrowLeft} reason={page === 0 ? m.player_first_page() : null} onPress={() => turn(page - 1)}>
          {m.player_page_back()}
        </Button>
        <Button
          iconEnd={IconArrowRight}
          reason={page === body.pages.length - 1 ? m.player_last_page() : null}
          onPress={() => turn(page + 1)}
        >
          {m.player_page_next()}
        </Button>
      </Row>
    </Stack>
  );
}
