/** Where an agent writes: to the customer or, if that is not possible, to the team. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { memo, useCallback, useContext, useEffect, useEffectEvent, useState } from 'react';
import { isTyping } from '../../../ui/index.ts';
import { SingleKeys } from '../../../ui/single-keys.ts';
import { useConversation } from '../conversation/conversation-state.tsx';
import { ComposerCard } from './composer-card.tsx';
import css from './composer.module.css';
import { hasListFocus } from '../list/list-focus.ts';
import { EditCard } from './edit-card.tsx';
import { useReplyBlock } from './reply-block.ts';
import { Strip } from './strip.tsx';
import { useDraft } from './use-draft.ts';

export const Composer = memo(function Composer({ ticket }: { ticket: Ticket }) {
  return <ComposerOf key={ticket.id} ticket={ticket} />;
});

function ComposerOf({ ticket }: { ticket: Ticket }) {
  const { editing, edit, dropped, drop } = useConversation();
  const replyBlock = useReplyBlock(ticket);
  // The draft of another device arrives later: the card is mounted again with it.
  const [draftVersion, setDraftVersion] = useState(0);
  const [ownNote, setNote] = useState<boolean | null>(null);
  const [focusRequest, setFocusRequest] = useState(0);
  const { startsPrivate, ...draft } = useDraft(ticket.id, ({ isPrivate }) => {
    setDraftVersion((before) => before + 1);
    setNote(isPrivate);
  });
  const note = ownNote ?? startsPrivate;
  const isWriting = replyBlock === null || note;
  // A live change replaces the card or the notice while the user may be writing elsewhere.
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(true), []);

  // Files dropped where nothing can be sent must not appear in a note later.
  const isLost = dropped !== null && !isWriting;
  useEffect(() => {
    if (isLost) drop(null);
  }, [isLost, drop]);

  const switchNote = useCallback((isNote: boolean) => {
    setNote(isNote);
    setFocusRequest((before) => before + 1);
  }, []);
  const writeNote = () => switchNote(true);
  // Toggles: keyboard users must also get back from a note to the customer.
  useNoteKey(() => {
    edit(null);
    switchNote(!note || editing !== null);
  });
  return (
    <div className={css.wrap}>
      {editing ? (
        <EditCard key={editing.id} message={editing} onLeave={() => edit(null)} />
      ) : !isWriting && replyBlock ? (
        <Strip replyBlock={replyBlock} ticket={ticket} onNote={writeNote} isLater={isShown} />
      ) : (
        <ComposerCard
          key={draftVersion}
          ticket={ticket}
          isNote={note}
          onNote={switchNote}
          draft={draft}
          focusRequest={focusRequest}
          isReplaced={draftVersion > 0}
          isLater={isShown}
        />
      )}
    </div>
  );
}

/** N, while the list has the focus. */
function useNoteKey(onPress: () => void): void {
  const singleKeys = useContext(SingleKeys);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'n' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.defaultPrevented || isTyping(event) || !hasListFocus(event.target)) return;
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    if (!singleKeys) return;
    const onKeyDown = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [singleKeys]);
}
