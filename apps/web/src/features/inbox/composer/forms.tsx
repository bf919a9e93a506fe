/** The dialogs of the attach menu, each loaded at first use. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { lazy } from 'react';
import type { Form } from './attach-menu.tsx';

const Camera = lazy(() => import('./camera.tsx'));
const ContactDialog = lazy(() => import('./contact-dialog.tsx'));
const TemplateForm = lazy(() => import('./template-form.tsx'));
const CardDialog = lazy(() => import('./cards/card-dialog.tsx'));

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
