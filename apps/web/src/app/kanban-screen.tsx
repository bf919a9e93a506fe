/** The board and the conversation beside it. Features do not import each other, so the app combines them. */
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { BoardPage } from '../features/kanban/board-page.tsx';
import { lazyPart } from '../lib/lazy-part.ts';

const BASE = '/Kanban';
const SideConversation = lazyPart(() =>
  import('../features/inbox/side-conversation.tsx').then((module) => module.SideConversation),
);

const TagDialog = lazyPart(() => import('../features/tags/tag-dialog.tsx').then((module) => module.TagDialog));

export function KanbanScreen() {
  const navigate = useNavigate();
  const { uuid } = useParams({ strict: false }) as { uuid?: string };
  const open = (to: string | null) => void navigate({ to: to === null ? BASE : `${BASE}/${to}` });
  return (
    <BoardPage
      openUuid={uuid}
      onOpen={open}
      renderLaneDialog={({ lane, ...callbacks }) => (
        <Suspense fallback={null}>
          <TagDialog key={lane?.id ?? 'new'} kind="lane" tag={lane} {...callbacks} />
        </Suspense>
      )}
      conversation={
        uuid !== undefined && (
          <Suspense fallback={null}>
            <SideConversation uuid={uuid} base={BASE} onClose={() => open(null)} />
          </Suspense>
        )
      }
    />
  );
}
