import type { Message } from '@balcao/contract/endpoints/messages';
import { PreviewLine } from '../../../entities/messages/formatted-text.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon } from '../../../ui/index.ts';
import css from './bubble.module.css';
import { contentTexts } from './content.texts.ts';
import { iconOf, previewSource } from './message-text.ts';
import { useInThread } from './thread-context.ts';
import { bubbleTexts, threadTexts } from './thread.texts.ts';

/** The quoted message; a click jumps to it. */
export function Quote({ quoted }: { quoted: NonNullable<Message['quotedMsg']> }) {
  const t = useTexts(bubbleTexts);
  const tThread = useTexts(threadTexts);
  const tContent = useTexts(contentTexts);
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
      <b>{quoted.fromMe ? tThread('company') : (quoted.contact?.name ?? tThread('someone'))}</b>
      <span className={css.quoted}>
        {icon && <Icon name={icon} size={14} />}
        <span className="cut">
          <PreviewLine text={previewSource(quoted, tContent)} />
        </span>
      </span>
    </button>
  );
}
