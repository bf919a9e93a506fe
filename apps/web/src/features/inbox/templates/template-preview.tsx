import { useEffect, useState } from 'react';
import {
  useTemplatePreview,
  type PlaceholderValues,
  type Template,
  type TemplateRecipient,
} from '../../../entities/templates/templates.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx, ErrorState, Icon, type IconName } from '../../../ui/index.ts';
import { Text } from '../thread/text.tsx';
import { iconOf } from './template-file.tsx';
import css from './templates.module.css';
import { templateTexts } from './templates.texts.ts';

const TYPING_PAUSE_MS = 300;

const buttonIcons: Record<Template['buttons'][number]['type'], IconName> = {
  reply: 'reply',
  url: 'external',
  call: 'phone',
  copy: 'copy',
  other: 'bolt',
};

interface TemplatePreviewProps {
  template: Template;
  recipient: TemplateRecipient;
  values: PlaceholderValues;
  file: File | null;
}

/** The message as on the customer's phone. Until the server has rendered it, the text with its placeholders. */
export function TemplatePreview({ template, recipient, values, file }: TemplatePreviewProps) {
  const t = useTexts(templateTexts);
  const language = useLanguage();
  const previewQuery = useTemplatePreview(template, recipient, useDebouncedValues(values));
  const { header } = template;
  const { title, text, footer, buttons } = previewQuery.data ?? {
    title: header?.format === 'text' ? header.text : '',
    text: template.body,
    footer: template.footer,
    buttons: template.buttons.map((button) => button.text),
  };
  return (
    <section className={css.preview} aria-label={t('preview')} aria-busy={previewQuery.isFetching}>
      <div className={cx(css.bubble, buttons.length === 0 && css.alone)}>
        {header && header.format !== 'text' && (
          <span className={css.media}>
            {header.format === 'image' && file ? (
              <Picture file={file} />
            ) : (
              <>
                <Icon name={iconOf[header.format]} size={24} />
                <span className="cut">{file?.name ?? t(header.format)}</span>
              </>
            )}
          </span>
        )}
        {title !== '' && <b>{title}</b>}
        <Text body={text} />
        {footer !== '' && <small>{footer}</small>}
        {buttons.map((button, at) => (
          // The order of a template's buttons never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} className={css.button}>
            <Icon name={buttonIcons[template.buttons[at]?.type ?? 'other']} size={16} />
            {button}
          </span>
        ))}
      </div>
      {previewQuery.error && (
        <ErrorState
          compact
          text={errorText(previewQuery.error, language)}
          onRetry={() => void previewQuery.refetch()}
        />
      )}
    </section>
  );
}

function Picture({ file }: { file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url && <img src={url} alt={file.name} />;
}

function useDebouncedValues(values: PlaceholderValues): PlaceholderValues {
  const [debounced, setDebounced] = useState(values);
  useEffect(() => {
    const pause = setTimeout(() => setDebounced(values), TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [values]);
  return debounced;
}
