/** Replaces the composer while the customer cannot be written to: the reason, and what can be done. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, cx, Icon, isTextField } from '../../../ui/index.ts';
import { useTicketActions } from '../actions/provider.tsx';
import { isTouch, takeEarlyText } from './type-ahead.ts';
import css from './composer.module.css';
import { composerTexts } from './composer.texts.ts';
import { hasAgentWindow } from '../conversation/window-remaining.ts';
import type { ReplyBlock } from './reply-block.ts';

const TemplateForm = lazyPart(() => import('./template-form.tsx').then((module) => module.default));

interface StripProps {
  replyBlock: ReplyBlock;
  ticket: Ticket;
  onNote: () => void;
  /** Shown after the card: leaves the focus to a field in which the user writes. */
  isLater: boolean;
}

export function Strip({ replyBlock, ticket, onNote, isLater }: StripProps) {
  const t = useTexts(composerTexts);
  const actions = useTicketActions();
  const [isChoosing, choose] = useState(false);
  const strip = useRef<HTMLDivElement>(null);
  // Not its buttons: a space bar pressed while writing would press one.
  const focusFirst = useEffectEvent(() => {
    const isTaken =
      document.querySelector('[aria-modal="true"]') !== null || (isLater && isTextField(document.activeElement));
    if (!isTouch() && !isTaken) strip.current?.focus();
  });
  useEffect(() => focusFirst(), [ticket.uuid]);
  useEffect(() => {
    // A conversation that is being accepted may be shown as pending for a moment; its composer gets the text.
    if (replyBlock !== 'pending') takeEarlyText(ticket.uuid);
  }, [ticket.uuid, replyBlock]);
  const hasTemplates = replyBlock === 'window' && ticket.channel === 'whatsappapi';
  return (
    <div
      ref={strip}
      className={cx(css.strip, replyBlock === 'window' && css.over)}
      role="status"
      tabIndex={-1}
      data-focus-home
    >
      <Icon name={replyBlock === 'window' ? 'lock' : replyBlock === 'closed' ? 'check-c' : 'clock'} />
      <p className={css.stripText}>
        <b>{t(replyBlock === 'window' && hasAgentWindow(ticket) ? 'agentWindowTitle' : `${replyBlock}Title`)}</b>{' '}
        {t(hasTemplates ? 'templateText' : `${replyBlock}Text`)}
      </p>
      <span className={css.stripActions}>
        <Button size="sm" onClick={onNote}>
          {t('writeNote')}
        </Button>
        {hasTemplates && (
          <Button size="sm" kind="primary" icon="note" onClick={() => choose(true)}>
            {t('chooseTemplate')}
          </Button>
        )}
        {replyBlock === 'closed' && (
          <Button size="sm" kind="primary" onClick={() => actions.reopen(ticket)}>
            {t('reopen')}
          </Button>
        )}
        {replyBlock === 'pending' && (
          <Button size="sm" kind="primary" onClick={() => actions.accept(ticket)}>
            {t('accept')}
          </Button>
        )}
      </span>
      {isChoosing && (
        <Suspense>
          <TemplateForm ticket={ticket} onClose={() => choose(false)} />
        </Suspense>
      )}
    </div>
  );
}
