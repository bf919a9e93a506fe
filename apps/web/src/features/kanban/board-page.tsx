/** The /Kanban screen: tickets in their lanes, and the open ticket beside them, passed in by the app. */
import type { Tag } from '@balcao/contract/endpoints/tags';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { dayOf, useBoard, useMoveCard } from '../../entities/kanban/board.api.ts';
import type { BoardView } from '../../entities/kanban/board.ts';
import { useLanes } from '../../entities/tags/tags.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';
import { useLanguage } from '../../lib/language.tsx';
import { Can } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, EmptyState, ErrorState, IconButton, useToast } from '../../ui/index.ts';
import { BoardHead } from './board-head.tsx';
import { BoardLanes } from './board-lanes.tsx';
import css from './kanban.module.css';
import { kanbanTexts } from './kanban.texts.ts';
import { CardSkeleton } from './lane.tsx';
import { useToday } from './today.ts';

/** The board's default range. */
const DAYS = 30;
const DAY_MS = 24 * 3_600_000;
const LANES_PATH = '/TagsKanban';

export interface BoardPageProps {
  openUuid: string | undefined;
  onOpen(uuid: string | null): void;
  /** The open ticket, rendered by another feature. */
  conversation: ReactNode;
}

export function BoardPage({ openUuid, onOpen, conversation }: BoardPageProps) {
  const t = useTexts(kanbanTexts);
  const language = useLanguage();
  const toast = useToast();
  const navigate = useNavigate();
  const today = useToday();
  const [view, setView] = useState<BoardView>(() => ({ from: dayOf(Date.now() - DAYS * DAY_MS), to: null }));
  useRefetchOnTopic('tag', 'tags');
  const lanes = useLanes();
  const { board, change, more, fetching } = useBoard(view);
  const move = useMoveCard(change);

  const moved = (ticket: Ticket, lane: Tag | null) =>
    move.mutate(
      { ticket, lane: lane && { id: lane.id, name: lane.name, color: lane.color } },
      {
        onSuccess: () => {
          if (ticket.tags.length > 0) toast.done(t('tagRemoved'));
          if (lane) toast.done(t('tagAdded'));
        },
        onError: toast.failed,
      },
    );
  const toLanes = (edit?: number) => void navigate({ to: LANES_PATH, search: edit === undefined ? {} : { edit } });
  const error = board.error ?? lanes.error;
  const laneTags = lanes.data?.lista;

  return (
    <div className={css.screen}>
      <div className={css.page}>
        <BoardHead
          view={view}
          today={today}
          busy={board.isFetching && !board.isPending}
          onSearch={(nextView) => {
            setView(nextView);
            void board.refetch();
          }}
          onAddLanes={() => toLanes()}
        />
        {error && !(board.data && laneTags) ? (
          <ErrorState
            title={t('failed')}
            text={errorText(error, language)}
            onRetry={() => void Promise.all([board.refetch(), lanes.refetch()])}
          />
        ) : board.data && laneTags ? (
          <BoardLanes
            board={board.data}
            lanes={laneTags}
            today={today}
            openUuid={openUuid}
            fetching={fetching}
            onOpen={(ticket) => onOpen(ticket.uuid)}
            onMove={moved}
            onMore={more}
            onEditLane={(lane) => toLanes(lane.id)}
          >
            {laneTags.length === 0 && <NoLanes onAdd={() => toLanes()} />}
          </BoardLanes>
        ) : (
          <LoadingLanes />
        )}
      </div>
      {openUuid !== undefined && (
        <aside className={css.side} aria-label={t('conversation')}>
          <header className={css.sideHead}>
            <h2>{t('conversation')}</h2>
            <IconButton
              icon="external"
              size="md"
              label={t('openInInbox')}
              onClick={() => void navigate({ to: `/tickets/${openUuid}` })}
            />
            <IconButton icon="x" size="md" label={t('close')} onClick={() => onOpen(null)} />
          </header>
          <div className={css.sideBody}>{conversation}</div>
        </aside>
      )}
    </div>
  );
}

function NoLanes({ onAdd }: { onAdd(): void }) {
  const t = useTexts(kanbanTexts);
  return (
    <div className={css.hint}>
      <EmptyState
        icon="kanban"
        title={t('noLanesTitle')}
        text={t('noLanesText')}
        action={
          <Can do="lane.manage">
            <Button onClick={onAdd}>{t('addLanes')}</Button>
          </Can>
        }
      />
    </div>
  );
}

function LoadingLanes() {
  const t = useTexts(kanbanTexts);
  return (
    <div className={css.lanes} role="status" aria-label={t('loading')}>
      {[3, 4, 2, 1].map((cards, at) => (
        <div key={at} className={css.lane} aria-hidden="true">
          <div className={css.laneHead} />
          <div className={css.cards}>
            {Array.from({ length: cards }, (_, n) => (
              <CardSkeleton key={n} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
