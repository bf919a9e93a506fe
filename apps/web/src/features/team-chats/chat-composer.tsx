/** Writes a message: Enter sends, Shift Enter breaks the line. The text of each chat stays until it is sent. */
import { useRef, useState, type KeyboardEvent } from 'react';
import { MAX_CHAT_TEXT } from '@balcao/contract/endpoints/team-chats';
import type { TeamChat } from '../../entities/team-chats/team-chats.api.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { GrowingText } from '../../ui/growing-text.tsx';
import { DrawnKbd, Icon, IconButton, Menu } from '../../ui/index.ts';
import css from './team-chats.module.css';
import { teamChatTexts } from './team-chats.texts.ts';

const drafts = new Map<number, string>();

export function ChatComposer({ chat, onSend }: { chat: TeamChat; onSend: (text: string) => void }) {
  const t = useTexts(teamChatTexts);
  const { user } = useSession();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => drafts.get(chat.id) ?? '');
  const change = (next: string) => {
    drafts.set(chat.id, next);
    setText(next);
  };
  const send = () => {
    if (text.trim() === '') return;
    onSend(text.trim());
    change('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const mention = (name: string) => {
    const end = field.current?.selectionEnd ?? text.length;
    const before = text.slice(0, end);
    change(`${before}${before === '' || /\s$/.test(before) ? '' : ' '}@${name} ${text.slice(end)}`);
    field.current?.focus();
  };
  const others = chat.users.filter(({ userId }) => userId !== user.id);
  const placeholder = t('placeholder', { title: chat.title });
  return (
    <div className={css.composer}>
      <div className={css.card}>
        <GrowingText
          field={field}
          aria-label={placeholder}
          placeholder={placeholder}
          value={text}
          maxLength={MAX_CHAT_TEXT}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={css.tools}>
          {others.length > 0 && (
            <Menu
              heading={t('mention')}
              target={<IconButton icon="at" label={t('mention')} />}
              items={others.map(({ userId, user: { name } }) => ({
                key: String(userId),
                label: name,
                onClick: () => mention(name),
              }))}
            />
          )}
          <span className={css.hint}>
            <DrawnKbd keys="Enter" /> {t('enterSends')}
          </span>
          <button
            type="button"
            className={css.send}
            aria-label={t('send')}
            disabled={text.trim() === ''}
            onClick={send}
          >
            <Icon name="send" />
          </button>
        </div>
      </div>
    </div>
  );
}
