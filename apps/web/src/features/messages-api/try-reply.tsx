import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, StatusPill, useToast } from '../../ui/index.ts';
import css from './messages-api.module.css';
import { messagesApiTexts } from './messages-api.texts.ts';
import type { Outcome } from './send-message.ts';

/** The reply as the program receives it, and the way to the conversation. */
export const TryReply = ({ outcome: { status, ms, body, ticketId } }: { outcome: Outcome }) => (
  <div className={css.reply}>
    <div className={css.result}>
      <StatusPill tone={status < 400 ? 'success' : 'danger'}>{status}</StatusPill>
      <span className="muted num">{formatNumber(Math.round(ms))} ms</span>
      {ticketId !== undefined && <TicketLink id={ticketId} />}
    </div>
    <pre className={css.code}>{JSON.stringify(body, null, 2)}</pre>
  </div>
);

/** Conversations are addressed by their uuid, which the API does not return. */
function TicketLink({ id }: { id: number }) {
  const t = useTexts(messagesApiTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const [isOpening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    try {
      const { uuid } = await api.tickets.show({ params: { id } });
      await navigate({ to: `/tickets/${uuid}` });
    } catch (error) {
      toast.failed(error);
      setOpening(false);
    }
  };
  return (
    <Button size="sm" kind="ghost" iconRight="arrow-r" busy={isOpening} onClick={() => void open()}>
      {t('openTicket')}
    </Button>
  );
}
