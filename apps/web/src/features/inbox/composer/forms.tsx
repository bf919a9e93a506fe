/** The dialogs of the attach menu, each loaded at first use. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { lazyPart } from '../../../lib/lazy-part.ts';
import type { Form } from './attach-menu.tsx';

const Camera = lazyPart(() => import('./camera.tsx').then((module) => module.default));
const ContactDialog = lazyPart(() => import('./contact-dialog.tsx').then((module) => module.default));
const TemplateForm = lazyPart(() => import('./template-form.tsx').then((module) => module.default));
const CardDialog = lazyPart(() => import('./cards/card-dialog.tsx').then((module) => module.default));

export interface FormsProps {
  form: Form;
  ticket: Ticket;
  onPhoto: (photo: File) => void;
  onClose: () => void;
}

export default function Forms({ form, ticket, onPhoto, onClose }: FormsProps) {
  if (form === 'camera') return <Camera onPhoto={onPhoto} onClose={onClose} />;
  if (form === 'contact') return <ContactDialog ticketId={ticket.id} onClose={onClose} />;
  if (form === 'template') return <TemplateForm ticket={ticket} onClose={onClose} />;
  return <CardDialog kind={form} ticketId={ticket.id} onClose={onClose} />;
}
