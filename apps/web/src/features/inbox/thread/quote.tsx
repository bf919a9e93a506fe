import type { Message } from '@balcao/contract/endpoints/messages';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon } from '../../../ui/index.ts';
import css from './bubble.module.css';
import { contentTexts } from './content.texts.ts';
import { iconOf, lineOf } from './message-words.ts';
import { useInThread } from './thread-context.ts';
import { bubbleTexts, threadTexts } from './thread.texts.ts';

/** What was answered to; a press goes there. */
export function Quote({ quoted }: { quoted: NonNullable<Message['quotedMsg']> }) {
  const t = useTexts(bubbleTexts);
  const said = useTexts(threadTexts);
  const word = useTexts(contentTexts);
  const { jumpTo } = useInThread();
  const icon = iconOf(quoted);
  return (
    <button
      type="button"
      className={css.quote}
      data-own={quoted.fromMe || undefined}
      title={t('quoteOf')}
      onClick={() => jumpTo(quoted.id)}
    >
      <b>{quoted.fromMe ? said('company') : (quoted.contact?.name ?? said('someone'))}</b>
      <span className={css.quoted}>
        {icon && <Icon name={icon} size={14} />}
        <span className="cut">{lineOf(quoted, word)}</span>
      </span>
    </button>
  );
}
