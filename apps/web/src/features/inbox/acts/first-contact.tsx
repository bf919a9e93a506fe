/** A conversation that the house begins on the official API: somebody who has not written is reached by a template only. */
import { startTemplate } from '../../../entities/templates/templates.api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button } from '../../../ui/index.ts';
import { existingOf } from '../../../entities/tickets/conflict.ts';
import { TemplateDialog } from '../templates/template-dialog.tsx';
import { templateTexts } from '../templates/templates.texts.ts';
import type { ActDialogProps } from './perform.ts';

interface FirstContactProps extends ActDialogProps {
  contact: { id: number; name: string };
  queueId: number;
  whatsappId: number;
  /** The conversation alone, for now. */
  onWithout: () => void;
  isOpening: boolean;
}

export default function FirstContact({
  contact,
  queueId,
  whatsappId,
  performer,
  onWithout,
  isOpening,
  onClose,
}: FirstContactProps) {
  const t = useTexts(templateTexts);
  return (
    <TemplateDialog
      whatsappId={whatsappId}
      whom={{ contactId: contact.id }}
      known={{ contactName: contact.name, protocol: '' }}
      send={async (use) => {
        const { ticket } = await startTemplate({ contactId: contact.id, queueId }, use);
        performer.keep(ticket);
        performer.arrive(existingOf(ticket));
      }}
      onFailed={(error) => {
        if (performer.failed(error) === 'arrived') onClose();
      }}
      onClose={onClose}
      aside={
        <Button busy={isOpening} onClick={onWithout}>
          {t('without')}
        </Button>
      }
    />
  );
}
