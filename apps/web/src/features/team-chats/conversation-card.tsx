/** A pasted address of a conversation as a card, only for users who may read that conversation. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ContactAvatar } from '../../entities/contacts/contact-avatar.tsx';
import { PreviewLine } from '../../entities/messages/formatted-text.tsx';
import { usePreviewText } from '../../entities/messages/preview.ts';
import { ticketNumber } from '../../entities/tickets/ticket-number.ts';
import { api } from '../../lib/api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ColorDot, Icon } from '../../ui/index.ts';
import css from './team-chats.module.css';
import bubbleCss from './chat-bubble.module.css';
import { teamChatTexts } from './team-chats.texts.ts';

const ADDRESS = /(https?:\/\/\S+?)\/tickets\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/i;

/** The uuid of the first conversation of this server in a text. */
export function conversationIn(text: string): string | undefined {
  const [, origin, uuid] = ADDRESS.exec(text) ?? [];
  return origin === location.origin ? uuid : undefined;
}

/** The server decides who reads the conversation; for everyone else the address stays a plain link. */
export function ConversationCard({ uuid }: { uuid: string }) {
  const t = useTexts(teamChatTexts);
  const previewText = usePreviewText();
  const { data: ticket } = useQuery({ ...api.tickets.showByUuid.query({ params: { uuid } }), retry: false });
  if (!ticket) return null;
  return (
    <Link to={`/tickets/${uuid}`} className={bubbleCss.quote}>
      <span className={bubbleCss.quoteHead}>
        <Icon name="inbox" size={14} />
        {t('conversation', { number: ticketNumber(ticket) })}
        {ticket.queue && (
          <span className={bubbleCss.quoteQueue}>
            <ColorDot color={ticket.queue.color} /> {ticket.queue.name}
          </span>
        )}
      </span>
      <span className={bubbleCss.quoteBody}>
        <ContactAvatar contact={ticket.contact} channel={ticket.channel} size={28} />
        <span className={css.texts}>
          <b className="cut">{ticket.contact.name}</b>
          <span className="cut">
            <PreviewLine text={previewText(ticket.lastMessage)} maxLength={80} />
          </span>
        </span>
      </span>
      <span className={css.faint}>{ticket.user ? t('withAgent', { name: ticket.user.name }) : t('noAgent')}</span>
    </Link>
  );
}
