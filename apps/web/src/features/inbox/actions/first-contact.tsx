/** A new conversation on the official API: a contact who has not written can only be sent a template. */
import { startTemplate } from '../../../entities/templates/templates.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button } from '../../../ui/index.ts';
import { existingOf } from '../../../entities/tickets/conflict.ts';
import { TemplateDialog } from '../templates/template-dialog.tsx';
import { templateTexts } from '../templates/templates.texts.ts';
import type { ActionDialogProps } from './ticket-actions.ts';

interface FirstContactProps extends ActionDialogProps {
  contact: { id: number; name: string };
  queueId: number;
  whatsappId: number;
  /** Only opens the conversation. */
  onWithout: () => void;
  isOpening: boolean;
}

export default function FirstContact({
  contact,
  queueId,
  whatsappId,
  operations,
  onWithout,
  isOpening,
  onClose,
}: FirstContactProps) {
  const t = useTexts(templateTexts);
  return (
    <TemplateDialog
      whatsappId={whatsappId}
      recipient={{ contactId: contact.id }}
      contactInfo={{ contactName: contact.name, protocol: '' }}
      send={async (use) => {
        const { ticket } = await startTemplate({ contactId: contact.id, queueId }, use);
        operations.applyTicket(ticket);
        void operations.openExisting(existingOf(ticket));
      }}
      onFailed={(error) => {
        if (operations.handleError(error) === 'opened') onClose();
      }}
      onClose={onClose}
      secondaryAction={
        <Button busy={isOpening} onClick={onWithout}>
          {t('without')}
        </Button>
      }
    />
  );
}
