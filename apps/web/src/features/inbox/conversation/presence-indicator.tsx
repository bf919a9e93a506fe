import { usePresence } from '../../../entities/messages/presence.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon } from '../../../ui/index.ts';
import { conversationTexts } from './conversation.texts.ts';
import css from './conversation.module.css';

/** Other users with this conversation open; those who are typing come first. */
export function PresenceIndicator({ ticketId }: { ticketId: number }) {
  const t = useTexts(conversationTexts);
  const viewers = usePresence(ticketId);
  const writing = viewers.filter(({ isWriting }) => isWriting);
  const listed = writing.length > 0 ? writing : viewers;
  const names = joined(
    listed.map(({ name }) => name.split(' ')[0]!),
    t('and'),
  );
  const isMany = listed.length > 1;
  return (
    <div className={css.presence} role="status">
      {listed.length > 0 && (
        <>
          <Icon name={writing.length > 0 ? 'edit' : 'eye'} size={14} />
          {writing.length > 0
            ? t(isMany ? 'manyWriting' : 'writing', { names })
            : t(isMany ? 'manyLooking' : 'looking', { names })}
        </>
      )}
    </div>
  );
}

const joined = (names: readonly string[], and: string): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`;
