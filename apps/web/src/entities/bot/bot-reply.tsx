/** A reply of the bot as it appears on the customer's phone. */
import type { BotReply as BotReplySchema } from '@balcao/contract/endpoints/chatbots';
import { formatted, type Styled } from '@balcao/domain/message/formatting';
import { Fragment, type ReactNode } from 'react';
import type { z } from 'zod';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, Icon } from '../../ui/index.ts';
import css from './bot.module.css';
import { testerTexts } from './tester.texts.ts';

export function BotReply({ reply: { kind, text, choices = [] } }: { reply: z.infer<typeof BotReplySchema> }) {
  const t = useTexts(testerTexts);
  return (
    <div className={css.bubble}>
      {kind === 'file' && (
        <span className={css.file}>
          <Icon name="clip" size={16} />
          {text === '' && t('aFile')}
        </span>
      )}
      {text !== '' && <span className={css.message}>{renderParts(formatted(text))}</span>}
      {choices.length > 0 && (
        <ul className={css.choices}>
          {choices.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

export const CustomerMessage = ({ children }: { children: ReactNode }) => (
  <div className={cx(css.bubble, css.customer)}>
    <span className={css.message}>{children}</span>
  </div>
);

const tags = { bold: 'b', italic: 'i', strike: 's' } as const;

/** Links are rendered but not clickable, so that a half-filled form is not left. */
const renderParts = (parts: readonly Styled[]): ReactNode =>
  parts.map((part, at) => {
    // The parts of a text never change their order, so the index is a stable key.
    // oxlint-disable-next-line react/no-array-index-key
    if (!('inner' in part))
      return <Fragment key={at}>{part.type === 'mono' ? <code>{part.text}</code> : part.text}</Fragment>;
    const Tag = tags[part.type];
    // oxlint-disable-next-line react/no-array-index-key
    return <Tag key={at}>{renderParts(part.inner)}</Tag>;
  });
