import { useRef, useState } from 'react';
import { useCampaignConnections } from '../../../entities/campaigns/campaigns.api.ts';
import { useCampaignSettings } from '../../../entities/campaigns/campaign-settings.api.ts';
import { TemplateChoice } from '../../../entities/templates/template-choice.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { AttachmentField } from '../../../ui/attachment-field.tsx';
import { SwitchRow, Tabs, TextArea } from '../../../ui/index.ts';
import { variants } from './campaign-form.ts';
import css from './dialog.module.css';
import { dialogTexts } from './dialog.texts.ts';
import type { CampaignFormApi } from './use-campaign-form.ts';

interface MessageStepProps {
  form: CampaignFormApi;
  /** The texts of a campaign that has begun can be read one by one, but not changed. */
  isReadOnly: boolean;
  fileName: string | null;
  onFile: (file: File | null) => void;
}

export function MessageStep({ form, isReadOnly, fileName, onFile }: MessageStepProps) {
  const t = useTexts(dialogTexts);
  const connections = useCampaignConnections().data ?? [];
  const connection = connections.find(({ id }) => id === form.watch('whatsappId'));
  return (
    <>
      <VariantTexts form={form} isReadOnly={isReadOnly} name="messages" />
      <fieldset className={css.step} disabled={isReadOnly}>
        <Attachment name={fileName} onFile={onFile} />
        <SwitchRow label={t('confirmation')} text={t('confirmationText')} {...form.toggle('confirmation')} />
      </fieldset>
      {form.watch('confirmation') && <VariantTexts form={form} isReadOnly={isReadOnly} name="confirmations" />}
      {connection?.channel === 'whatsappapi' && (
        <fieldset className={css.step} disabled={isReadOnly}>
          {/* Outside the reply window the official API sends approved templates only. */}
          <TemplateChoice
            whatsappId={connection.id}
            form={form}
            texts={{
              label: t('template'),
              none: t('noTemplate'),
              placeholder: (name) => t('placeholder', { name }),
              placeholderHint: t('placeholderHint'),
            }}
            bodyClass={css.templateBody}
          />
        </fieldset>
      )}
    </>
  );
}

const kinds = {
  messages: { tabs: 'variantTabs', label: 'variant' },
  confirmations: { tabs: 'confirmationTabs', label: 'confirmationN' },
} as const;

interface VariantTextsProps {
  form: CampaignFormApi;
  isReadOnly: boolean;
  name: 'messages' | 'confirmations';
}

/** Five texts, one at a time; filled ones have a mark. */
function VariantTexts({ form, isReadOnly, name }: VariantTextsProps) {
  const t = useTexts(dialogTexts);
  const [at, setAt] = useState(0);
  const area = useRef<HTMLTextAreaElement>(null);
  const settings = useCampaignSettings().data;
  const texts = form.watch(name);
  const { tabs, label } = kinds[name];
  const set = (text: string) => form.set(name)(texts.map((old, index) => (index === at ? text : old)));
  const insert = (variable: string) => {
    const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
    const text = texts[at] ?? '';
    set(`${text.slice(0, selectionStart)}${variable}${text.slice(selectionEnd)}`);
    area.current?.focus();
  };
  const variables = ['nome', 'email', 'numero', ...(settings?.variables.map(({ key }) => key) ?? [])];
  return (
    <div className={css.texts}>
      <Tabs
        label={t(tabs)}
        tabs={variants.map((variant) => ({
          key: String(variant),
          label: String(variant),
          ...(texts[variant - 1]?.trim() ? { icon: 'check' as const } : {}),
        }))}
        active={String(at + 1)}
        onChange={(key) => setAt(Number(key) - 1)}
      />
      <fieldset className={css.step} disabled={isReadOnly}>
        <TextArea
          ref={area}
          label={t(label, { n: at + 1 })}
          hint={t('variantHint')}
          error={form.error(name)}
          rows={5}
          maxLength={4096}
          value={texts[at] ?? ''}
          onChange={(event) => set(event.target.value)}
        />
        <div className={css.chips} role="group" aria-label={t('variables')}>
          {variables.map((key) => (
            <button
              key={key}
              type="button"
              className={css.chip}
              aria-label={t('insert', { name: `{${key}}` })}
              onClick={() => insert(`{${key}}`)}
            >
              {`{${key}}`}
            </button>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

function Attachment({ name, onFile }: { name: string | null; onFile: (file: File | null) => void }) {
  const t = useTexts(dialogTexts);
  return (
    <AttachmentField
      label={t('attachment')}
      hint={t('attachmentHint')}
      name={name}
      texts={{ attach: t('attach'), replace: t('replace'), detach: t('detach') }}
      onFile={onFile}
    />
  );
}
