/** The /Kanban screen: tickets in their lanes, and the open ticket beside them, passed in by the app. */
import type { Tag } from '@balcao/contract/endpoints/tags';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { dayOf, useBoard, useMoveCard } from '../../entities/kanban/board.api.ts';
import { findCard, laneOf, type Board, type BoardView } from '../../entities/kanban/board.ts';
import { useLanes } from '../../entities/tags/tags.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useRefetchOnTopic } from '../../lib/refetch-on-topic.ts';
import { useLanguage } from '../../lib/language.tsx';
import { Can, useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, EmptyState, ErrorState, IconButton, Skeleton, useToast } from '../../ui/index.ts';
import { BoardHead } from './board-head.tsx';
import { BoardLanes } from './board-lanes.tsx';
import css from './kanban.module.css';
import { kanbanTexts } from './kanban.texts.ts';
import { CardSkeleton } from './lane.tsx';
import { usePhone } from './phone.ts';
import { useToday } from './today.ts';

/** The board's default range. */
const DAYS = 30;
const LANES_PATH = '/TagsKanban';

export interface BoardPageProps {
  openUuid: string | undefined;
  onOpen(uuid: string | null): void;
  /** The open ticket, rendered by another feature. */
  conversation: ReactNode;
  /** Adds a lane or changes this one; rendered by another feature. */
  renderLaneDialog(props: { lane: Tag | undefined; onSaved(lane: Tag): void; onClose(): void }): ReactNode;
}

export function BoardPage({ openUuid, onOpen, conversation, renderLaneDialog }: BoardPageProps) {
  const t = useTexts(kanbanTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const canManage = useCan('lane.manage');
  const today = useToday();
  const [view, setView] = useState<BoardView>(() => ({ from: dayOf(Date.now() - DAYS * DAY_MS), to: null }));
  useRefetchOnTopic('tag', 'tags');
  const lanes = useLanes();
  const { board, change, more, fetching, pageError } = useBoard(view);
  const error = board.error ?? lanes.error;
  const laneTags = lanes.data?.lista;
  const move = useMovesWithUndo(useMoveCard(change), board.data, laneTags);
  const [editing, setEditing] = useState<Tag | 'new' | null>(null);
  const [addedLaneId, setAddedLaneId] = useState<number | null>(null);
  const manageLanes = () => void navigate({ to: LANES_PATH });
  // Who sees the button without the right to add lanes reads their list.
  const addLane = () => (canManage ? setEditing('new') : manageLanes());

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
          onAddLanes={addLane}
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
            pageError={pageError}
            onOpen={(ticket) => onOpen(ticket.uuid)}
            onMove={move}
            onMore={more}
            revealedLaneId={addedLaneId}
            onEditLane={setEditing}
            onManageLanes={manageLanes}
          >
            {laneTags.length === 0 && <NoLanes onAdd={addLane} />}
          </BoardLanes>
        ) : (
          <LoadingLanes />
        )}
      </div>
      {editing !== null &&
        renderLaneDialog({
          lane: editing === 'new' ? undefined : editing,
          onSaved: ({ id }) => editing === 'new' && setAddedLaneId(id),
          onClose: () => setEditing(null),
        })}
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

/** Moves a card and offers to move it back to where it was. */
function useMovesWithUndo(
  move: ReturnType<typeof useMoveCard>,
  board: Board | undefined,
  lanes: readonly Tag[] | undefined,
): (ticket: Ticket, lane: Tag | null) => void {
  const t = useTexts(kanbanTexts);
  const toast = useToast();
  // The toast outlives the render in which it was made.
  const latestBoard = useRef(board);
  useEffect(() => void (latestBoard.current = board), [board]);

  const undo = async (ticket: Ticket, lane: Tag | null) => {
    const current = latestBoard.current && findCard(latestBoard.current, ticket.id);
    await move.mutateAsync({ ticket: current ?? ticket, lane: labelOf(lane), isUndo: true });
    toast.done(t('undone', { lane: lane?.name ?? t('withoutLane') }));
  };
  const moveTo = async (ticket: Ticket, lane: Tag | null) => {
    const before = lanes?.find(({ id }) => id === laneOf(ticket)) ?? null;
    await move.mutateAsync({ ticket, lane: labelOf(lane) });
    const action = { label: t('undo'), onClick: () => void undo(ticket, before).catch(toast.failed) };
    if (ticket.tags.length > 0) toast.done(t('tagRemoved'), lane ? undefined : action);
    if (lane) toast.done(t('tagAdded'), action);
  };
  return (ticket, lane) => void moveTo(ticket, lane).catch(toast.failed);
}

const labelOf = (lane: Tag | null) => lane && { id: lane.id, name: lane.name, color: lane.color };

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
  const cardCounts = usePhone() ? [4] : [3, 4, 2, 1];
  return (
    <div className={css.lanes} role="status" aria-label={t('loading')}>
      {cardCounts.map((cards, at) => (
        <div key={at} className={css.lane} aria-hidden="true">
          <div className={css.laneHead}>
            <Skeleton width={10} height={10} />
            <Skeleton width={`${30 + ((at * 17) % 25)}%`} height={14} />
          </div>
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
