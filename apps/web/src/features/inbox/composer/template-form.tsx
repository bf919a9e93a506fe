/** Sends a template in this ticket: the only option after the reply window has closed. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { isMasked } from '@balcao/domain/contact/mask';
import { protocolOf } from '@balcao/domain/message/variables';
import { sendTemplate } from '../../../entities/templates/templates.api.ts';
import { useSession } from '../../../lib/session.tsx';
import { TemplateDialog } from '../templates/template-dialog.tsx';

export default function TemplateForm({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { user } = useSession();
  const { contact, id, createdAt, whatsappId } = ticket;
  if (whatsappId === null) return null;
  return (
    <TemplateDialog
      whatsappId={whatsappId}
      recipient={{ ticketId: id }}
      contactInfo={{
        // A masked name must not be put into a text.
        contactName: isMasked(contact.name) ? '' : contact.name,
        protocol: protocolOf(id, new Date(createdAt), user.company.timeZone),
      }}
      send={(use) => sendTemplate(id, use)}
      onClose={onClose}
    />
  );
}
