import type { Message } from '@balcao/contract/endpoints/messages';
import { can } from '@balcao/domain/policy/policy';
import { useState } from 'react';
import { useReact } from '../../../entities/messages/messages.api.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx, IconButton, Menu, Popover, useToast, type MenuItem } from '../../../ui/index.ts';
import { useConversation } from '../conversation/conversation-state.tsx';
import css from './message-actions.module.css';
import { copyOf } from './message-text.ts';
import { useInThread } from './thread-context.ts';
import { messageActionTexts } from './thread.texts.ts';
import { useCopy } from './use-copy.ts';

const quick = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;

interface MessageActionsProps {
  message: Message;
  /** The user's own reaction. */
  ownReaction: string;
  onTranscribe(): void;
}

/** Beside the bubble, never over its text. Rendered only while the message is hovered or focused. */
export function MessageActions({ message, ownReaction, onTranscribe }: MessageActionsProps) {
  const t = useTexts(messageActionTexts);
  const { ticketId, addSent, confirmRemoval } = useInThread();
  const { reply, edit, pick } = useConversation();
  const { actor } = useSession();
  const toast = useToast();
  const copy = useCopy();
  const [now] = useState(() => new Date());
  const reaction = useReact((messages) => addSent(...messages));
  const react = (emoji: string) =>
    reaction.mutate(
      { ticketId, messageId: message.id, emoji: emoji === ownReaction ? '' : emoji },
      { onError: toast.failed },
    );

  const { isPrivate, isDeleted, fromMe, mediaType, mediaUrl } = message;
  // The channel can refer only to messages with an id of its own.
  const isOut = !isPrivate && !isDeleted && message.wid !== '';
  const isWritten = mediaType === 'conversation' && !isDeleted && (isPrivate || message.wid !== '');
  const authored = { fromMe, isPrivate, userId: message.user?.id ?? null };
  const canEdit = isWritten && can(actor, 'message.edit', { ...authored, createdAt: new Date(message.createdAt), now });
  const isTouch = matchMedia('(pointer: coarse)').matches;

  const items: (MenuItem | false)[] = [
    isOut && { key: 'reply', icon: 'reply', label: t('reply'), onClick: () => reply(message) },
    ...(isOut && isTouch
      ? quick.slice(0, 3).map((emoji): MenuItem => ({
          key: emoji,
          icon: 'smile',
          label: t('reactWith', { emoji }),
          onClick: () => react(emoji),
        }))
      : []),
    isOut &&
      ownReaction !== '' && { key: 'unreact', icon: 'x', label: t('unreact'), onClick: () => react(ownReaction) },
    { key: 'copy', icon: 'copy', label: t('copy'), onClick: () => copy(copyOf(message)) },
    isOut && { key: 'forward', icon: 'forward', label: t('forward'), onClick: () => pick(new Set([message.id])) },
    canEdit && { key: 'edit', icon: 'edit', label: t('edit'), onClick: () => edit(message) },
    mediaType === 'audio' &&
      !fromMe &&
      !isDeleted && { key: 'transcribe', icon: 'text', label: t('transcribe'), onClick: onTranscribe },
    mediaUrl !== null &&
      !isDeleted && {
        key: 'download',
        icon: 'download',
        label: t('download'),
        onClick: () => save(mediaUrl, message.mediaName),
      },
    !isDeleted &&
      can(actor, 'message.delete', authored) && {
        key: 'remove',
        icon: 'trash',
        label: t('remove'),
        danger: true,
        hasSeparator: true,
        onClick: () => confirmRemoval(message),
      },
  ];
  return (
    <div className={cx(css.actions, fromMe && !isPrivate && css.out)} role="toolbar" aria-label={t('acts')}>
      {isOut && (
        <Popover
          label={t('react')}
          // Away from the bubble, whose text stays readable.
          side={fromMe && !isPrivate ? 'bottom-end' : 'bottom-start'}
          target={(opener) => <IconButton icon="smile" label={t('react')} tip={false} {...opener} />}
        >
          {(close) => (
            <div className={css.emojis}>
              {quick.map((emoji) => (
                <button
                  key={emoji}
                  type="button"
                  aria-label={t('reactWith', { emoji })}
                  aria-pressed={emoji === ownReaction}
                  onClick={() => {
                    close();
                    react(emoji);
                  }}
                >
                  {emoji}
                </button>
              ))}
            </div>
          )}
        </Popover>
      )}
      {isOut && <IconButton icon="reply" label={t('reply')} tip={false} onClick={() => reply(message)} />}
      <Menu
        side={fromMe ? 'bottom-end' : 'bottom-start'}
        target={<IconButton icon="more" label={t('more')} tip={false} data-more />}
        items={items.filter((item) => item !== false)}
      />
    </div>
  );
}

function save(url: string, name: string): void {
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name, target: '_blank', rel: 'noopener' });
  link.click();
}
