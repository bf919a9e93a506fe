/** Chooses a template, fills its placeholders, previews and sends it. */
import { headerFileOf } from '@balcao/domain/message/template';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { PlaceholderValues, Template, TemplateRecipient } from '../../../entities/templates/templates.api.ts';
import { newKey } from '../../../lib/new-key.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, Icon, useToast } from '../../../ui/index.ts';
import { TemplateFile } from './template-file.tsx';
import { TemplateFields, type TemplateContactInfo } from './template-fields.tsx';
import { displayName, TemplateList } from './template-list.tsx';
import { TemplatePreview } from './template-preview.tsx';
import css from './templates.module.css';
import { templateTexts } from './templates.texts.ts';

export interface TemplateUse {
  template: Template;
  values: PlaceholderValues;
  /** The header's file, if there is one. */
  file: File | null;
  /** Idempotency key of one attempt: a retry after a lost reply sends nothing twice. */
  clientKey: string;
}
interface TemplateDialogProps {
  whatsappId: number;
  recipient: TemplateRecipient;
  contactInfo: TemplateContactInfo;
  send: (use: TemplateUse) => Promise<unknown>;
  /** In place of the error toast. */
  onFailed?: (error: unknown) => void;
  onClose: () => void;
  /** A second button beside sending. */
  secondaryAction?: ReactNode;
}

export function TemplateDialog({
  whatsappId,
  recipient,
  contactInfo,
  send,
  onFailed,
  onClose,
  secondaryAction,
}: TemplateDialogProps) {
  const t = useTexts(templateTexts);
  const toast = useToast();
  const [template, choose] = useState<Template | null>(null);
  const [values, setValues] = useState<PlaceholderValues>({});
  const [file, setFile] = useState<File | null>(null);
  const [tried, setTried] = useState(false);
  const [clientKey, setClientKey] = useState(newKey);
  const sending = useMutation({
    mutationFn: send,
    onSuccess: onClose,
    onError: onFailed ?? toast.failed,
  });
  const needed = template ? headerFileOf(template) : undefined;
  /** A changed message is a new request with its own key. */
  const another = () => sending.isError && setClientKey(newKey());
  const change = (key: string, value: string) => {
    setValues((before) => ({ ...before, [key]: value }));
    another();
  };
  const bring = (chosen: File) => {
    setFile(chosen);
    another();
  };
  const selectTemplate = (chosen: Template | null) => {
    choose(chosen);
    setValues({});
    setFile(null);
    setTried(false);
    setClientKey(newKey());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!template || template.gaps.some(({ key }) => (values[key] ?? '').trim() === '')) return;
    if (needed && !file) return;
    sending.mutate({ template, values, file, clientKey });
  };
  return (
    <Dialog
      title={template ? displayName(template.name) : t('title')}
      icon={<Icon name="note" />}
      width={640}
      dirty={file !== null || Object.values(values).some((value) => value !== '')}
      onClose={onClose}
      onSubmit={submit}
      footer={
        template ? (
          <>
            <Button icon="arrow-l" onClick={() => selectTemplate(null)}>
              {t('other')}
            </Button>
            <Button kind="primary" type="submit" icon="send" busy={sending.isPending}>
              {t('send')}
            </Button>
          </>
        ) : (
          <>
            {secondaryAction}
            <DialogCancel />
          </>
        )
      }
    >
      {template ? (
        <div className={css.both} key={template.id}>
          <div className={css.fields}>
            {needed && <TemplateFile kind={needed} file={file} onChange={bring} tried={tried} />}
            {(!needed || template.gaps.length > 0) && (
              <TemplateFields
                template={template}
                contactInfo={contactInfo}
                values={values}
                onChange={change}
                tried={tried}
              />
            )}
          </div>
          <TemplatePreview template={template} recipient={recipient} values={values} file={file} />
        </div>
      ) : (
        <TemplateList whatsappId={whatsappId} onChoose={selectTemplate} />
      )}
    </Dialog>
  );
}
