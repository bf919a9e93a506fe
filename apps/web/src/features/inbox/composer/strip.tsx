/** In the composer's place while the customer cannot be written to: why, and what can be done. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, cx, Icon } from '../../../ui/index.ts';
import { useTicketActs } from '../acts/ticket-acts.tsx';
import css from './composer.module.css';
import { composerTexts } from './composer.texts.ts';
import type { Bar } from './speech.ts';

const TemplateForm = lazy(() => import('./template-form.tsx'));

export function Strip({ bar, ticket, onNote }: { bar: Bar; ticket: Ticket; onNote: () => void }) {
  const t = useTexts(composerTexts);
  const acts = useTicketActs();
  const [isChoosing, choose] = useState(false);
  const hasTemplates = bar === 'window' && ticket.channel === 'whatsappapi';
  return (
    <div className={cx(css.strip, bar === 'window' && css.over)} role="status">
      <Icon name={bar === 'window' ? 'lock' : bar === 'closed' ? 'check-c' : 'clock'} />
      <p className={css.stripWords}>
        <b>{t(`${bar}Title`)}</b> {t(hasTemplates ? 'templateText' : `${bar}Text`)}
      </p>
      <span className={css.stripActs}>
        <Button size="sm" onClick={onNote}>
          {t('writeNote')}
        </Button>
        {hasTemplates && (
          <Button size="sm" kind="primary" icon="note" onClick={() => choose(true)}>
            {t('chooseTemplate')}
          </Button>
        )}
        {bar === 'closed' && (
          <Button size="sm" kind="primary" onClick={() => acts.reopen(ticket)}>
            {t('reopen')}
          </Button>
        )}
        {bar === 'pending' && (
          <Button size="sm" kind="primary" onClick={() => acts.accept(ticket)}>
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
