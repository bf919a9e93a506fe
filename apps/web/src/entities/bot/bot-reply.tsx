/** A reply of the bot as it appears on the customer's phone. */
import type { BotReply as BotReplySchema } from '@balcao/contract/endpoints/chatbots';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, Icon } from '../../ui/index.ts';
import { FormattedText } from '../messages/formatted-text.tsx';
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
      {text !== '' && (
        <span className={css.message}>
          <FormattedText>{text}</FormattedText>
        </span>
      )}
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
