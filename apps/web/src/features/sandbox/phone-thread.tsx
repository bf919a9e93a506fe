import type { SandboxMessage } from '@balcao/contract/endpoints/sandbox';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { Fragment } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Bubble } from './phone-bubble.tsx';
import css from './phone.module.css';
import { phoneTexts } from './phone.texts.ts';
import type { Aim, Player } from './use-sandbox-actions.ts';

interface PhoneThreadProps extends Player {
  messages: readonly SandboxMessage[];
  memberId: string | undefined;
  onAim: (aim: Aim) => void;
}

export function PhoneThread({ messages, onAim, memberId, ...player }: PhoneThreadProps) {
  const t = useTexts(phoneTexts);
  const { name } = player.customer;
  // By the clock of the phone, which can be ahead.
  const now = Date.parse(player.connection.now);
  const names = new Map([
    [formatDate(now - DAY_MS), t('yesterday')],
    [formatDate(now), t('today')],
  ]);
  const dayName = (day: string) => names.get(day) ?? day;
  return (
    // Reversed column: the browser keeps the newest visible and does not move a reader further up.
    <div className={css.scroll} role="log" aria-label={t('thread', { name })}>
      <div className={css.messages}>
        <p className={css.note}>{t('simulation')}</p>
        {messages.length === 0 && <p className={css.hint}>{t('empty', { name })}</p>}
        {messages.map((message, at) => {
          const before = messages[at - 1];
          const day = formatDate(message.at);
          return (
            <Fragment key={message.wid}>
              {day !== (before && formatDate(before.at)) && <p className={css.day}>{dayName(day)}</p>}
              <Bubble
                {...player}
                message={message}
                memberId={memberId}
                isFirst={before?.fromCustomer !== message.fromCustomer || before.author !== message.author}
                onAim={onAim}
              />
            </Fragment>
          );
        })}
      </div>
    </div>
  );
}
