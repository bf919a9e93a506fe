/** Preview of a reply as sent by this user now, with an example contact name. */
import { formatted, type Styled } from '@balcao/domain/message/formatting';
import { renderVariables, protocolOf } from '@balcao/domain/message/variables';
import { Fragment, useState, type ReactNode } from 'react';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon } from '../../ui/index.ts';
import { iconOfMedia, type Attached } from './media.ts';
import css from './quick-replies.module.css';
import { quickReplyTexts } from './quick-replies.texts.ts';

const EXAMPLE_TICKET = 48213;

export function Preview({ message, attached }: { message: string; attached: Attached | null }) {
  const t = useTexts(quickReplyTexts);
  const { user } = useSession();
  const [now] = useState(() => new Date());
  const text = renderVariables(message, {
    contactName: t('exampleContact'),
    userName: user.name,
    queueName: user.queues[0]?.name ?? t('exampleQueue'),
    connectionName: t('exampleConnection'),
    ticketId: EXAMPLE_TICKET,
    protocol: protocolOf(EXAMPLE_TICKET, now, user.company.timeZone),
    timeZone: user.company.timeZone,
    now,
  });
  return (
    <section className={css.preview} aria-label={t('preview')}>
      <span className={css.previewTitle}>{t('preview')}</span>
      <div className={css.canvas}>
        {text.trim() === '' && !attached ? (
          <p className={css.nothing}>{t('previewEmpty')}</p>
        ) : (
          <div className={css.bubble}>
            {attached && (
              <span className={css.bubbleFile}>
                <Icon name={iconOfMedia(attached.type)} size={16} />
                <span className="cut">{attached.name}</span>
              </span>
            )}
            {text.trim() !== '' && <span>{drawn(formatted(text))}</span>}
          </div>
        )}
      </div>
    </section>
  );
}

const tags = { bold: 'b', italic: 'i', strike: 's' } as const;

/** Links are not clickable, so that an unfinished form is not left. */
const drawn = (parts: readonly Styled[]): ReactNode =>
  parts.map((part, at) => {
    // The parts of a text never change their order, so the index is a stable key.
    // oxlint-disable-next-line react/no-array-index-key
    if (!('inner' in part))
      return <Fragment key={at}>{part.type === 'mono' ? <code>{part.text}</code> : part.text}</Fragment>;
    const Tag = tags[part.type];
    // oxlint-disable-next-line react/no-array-index-key
    return <Tag key={at}>{drawn(part.inner)}</Tag>;
  });
